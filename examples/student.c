/* The legal moves of checkers positions on bitboards, as a student might write it; docs/grading.md tells about it.

       cc -o student examples/student.c
       crownhead grade --layout down32 -- ./student

   Reads positions as the side to move and three words (black, white, kings), one position per line, and prints the
   legal moves of each on one line, as numbers of bits. A line that begins with a depth is answered with the number of
   move sequences of that length. Bit 0 is the dark square at the top left, bit 31 the one at the bottom right. */

#include <stdint.h>
#include <stdio.h>

typedef uint32_t Word;

#define EVEN 0x0F0F0F0Fu  /* rows that begin with a light square */
#define ODD 0xF0F0F0F0u   /* rows that begin with a dark square */
#define LEFT 0x10101010u  /* the left edge */
#define RIGHT 0x08080808u /* the right edge */
#define TOP 0x0000000Fu
#define BOTTOM 0xF0000000u

enum { DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT };

static Word step(Word from, int direction)
{
    switch (direction) {
    case DOWN_LEFT:
        return (from & EVEN) << 4 | (from & ODD & ~LEFT) << 3;
    case DOWN_RIGHT:
        return (from & EVEN & ~RIGHT) << 5 | (from & ODD) << 4;
    case UP_LEFT:
        return (from & EVEN) >> 4 | (from & ODD & ~LEFT) >> 5;
    default:
        return (from & EVEN & ~RIGHT) >> 3 | (from & ODD) >> 4;
    }
}

typedef struct {
    Word own, other, kings;
    int white; /* the side to move */
} Position;

typedef struct {
    int squares[16];
    int length;
    Word captured;
} Move;

typedef struct {
    Move moves[256];
    int length;
} List;

static int bit_of(Word mask)
{
    int bit = 0;
    while (mask >>= 1)
        bit++;
    return bit;
}

static Word crown_row(const Position *pos)
{
    return pos->white ? TOP : BOTTOM;
}

static void directions(const Position *pos, int king, int *first, int *last)
{
    *first = king ? DOWN_LEFT : pos->white ? UP_LEFT : DOWN_LEFT;
    *last = king ? UP_RIGHT : pos->white ? UP_RIGHT : DOWN_RIGHT;
}

/* Adds every whole jump that goes on from the end of a route. */
static void jump(const Position *pos, Word at, int king, Move *move, List *list)
{
    Word enemies = pos->other & ~move->captured;
    Word empty = ~(pos->own | enemies);
    int first, last, ended = 1;
    directions(pos, king, &first, &last);
    for (int direction = first; direction <= last; direction++) {
        Word over = step(at, direction) & enemies;
        Word to = step(over, direction) & empty;
        if (!to)
            continue;
        ended = 0;
        move->squares[move->length++] = bit_of(to);
        move->captured |= over;
        if (!king && to & crown_row(pos))
            list->moves[list->length++] = *move;
        else
            jump(pos, to, king, move, list);
        move->captured &= ~over;
        move->length--;
    }
    if (ended && move->length > 1)
        list->moves[list->length++] = *move;
}

static void legal_moves(const Position *pos, List *list)
{
    list->length = 0;
    for (int bit = 0; bit < 32; bit++) {
        Word at = pos->own & (Word)1 << bit;
        Position lifted = *pos;
        Move move = {{bit}, 1, 0};
        lifted.own &= ~at;
        if (at)
            jump(&lifted, at, (pos->kings & at) != 0, &move, list);
    }
    if (list->length)
        return;
    for (int bit = 0; bit < 32; bit++) {
        Word at = pos->own & (Word)1 << bit;
        int first, last;
        directions(pos, (pos->kings & at) != 0, &first, &last);
        for (int direction = first; direction <= last; direction++) {
            Word to = step(at, direction) & ~(pos->own | pos->other);
            if (to)
                list->moves[list->length++] = (Move){{bit, bit_of(to)}, 2, 0};
        }
    }
}

static Position play(const Position *pos, const Move *move)
{
    Word from = (Word)1 << move->squares[0], to = (Word)1 << move->squares[move->length - 1];
    Word king = pos->kings & from ? to : to & crown_row(pos);
    Position next;
    next.own = pos->other & ~move->captured;
    next.other = (pos->own & ~from) | to;
    next.kings = (pos->kings & ~from & ~move->captured) | king;
    next.white = !pos->white;
    return next;
}

static unsigned long long count(const Position *pos, int depth)
{
    unsigned long long sum = 0;
    List list;
    if (depth == 0)
        return 1;
    legal_moves(pos, &list);
    for (int i = 0; i < list.length; i++) {
        Position next = play(pos, &list.moves[i]);
        sum += count(&next, depth - 1);
    }
    return sum;
}

static void print_moves(const Position *pos)
{
    List list;
    legal_moves(pos, &list);
    for (int i = 0; i < list.length; i++) {
        const Move *move = &list.moves[i];
        for (int j = 0; j < move->length; j++)
            printf("%s%d", j == 0 ? i ? " " : "" : move->captured ? "x" : "-", move->squares[j]);
    }
    printf("\n");
}

int main(void)
{
    char line[256], side;
    Word black, white, kings;
    while (fgets(line, sizeof line, stdin)) {
        int depth = 0, skipped = 0;
        if (sscanf(line, "%d %n", &depth, &skipped) < 1)
            skipped = 0;
        if (sscanf(line + skipped, "%c %x %x %x", &side, &black, &white, &kings) != 4)
            return 2;
        Position pos = {black, white, kings, side == 'W'};
        if (pos.white) {
            pos.own = white;
            pos.other = black;
        }
        if (skipped)
            printf("%llu\n", count(&pos, depth));
        else
            print_moves(&pos);
    }
    return 0;
}
