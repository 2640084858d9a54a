// The words of the tour. The operations behind each step are in `learn/steps.ts`, in the same order.

export const tour: { title: string; text: string }[] = [];
