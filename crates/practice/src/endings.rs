//! The endings, by the pieces that a database needs for them, the simple ones first.

use crownhead_board::Color::{self, Black, White};

use crate::needs::Needs;
use crate::{Aim, Ending, Goal};

const fn win(side: Color) -> Goal {
    Goal { side, aim: Aim::Win }
}

const fn draw(side: Color) -> Goal {
    Goal { side, aim: Aim::Draw }
}

pub(crate) const ENDINGS: &[Ending] = &[
    Ending {
        id: "the-move",
        title: "The move",
        advice: "Whoever has the move drives a lone king to the side and takes it there. Count the pieces on the four \
                  columns that begin on your own back row: if their number is odd and it is your turn, you have it.",
        goal: win(White),
        example: "W:WK32:BK26",
        kind: "W:WK*:BK*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "lone-king",
        title: "King against king",
        advice: "One king against one is a draw, unless it is caught at the side. Do not let the other king face you \
                  there with you to move, or go to a double corner, where you can step to and fro for ever.",
        goal: draw(Black),
        example: "B:WK27:BK19",
        kind: "B:WK*:BK*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "two-kings-in-the-open",
        title: "Two kings against one",
        advice: "Bring both kings beside each other, keep the lone king out of the double corners, and take squares \
                  from it until it stands at the side. Never stand where it can attack both of your kings.",
        goal: win(White),
        example: "W:WK4,K31:BK19",
        kind: "W:WK1-8/25-32,K1-8/25-32:BK10/11/14/15/18/19/22/23",
        needs: Needs::Nothing,
    },
    Ending {
        id: "two-kings-double-corner",
        title: "Two kings against one in the double corner",
        advice: "Put one king behind the corner, on the square from which it looks out, and use the other one to make \
                  it leave. When it steps out, do not let it come back.",
        goal: win(White),
        example: "W:WK18,K19:BK32",
        kind: "W:WK*,K*:BK28/32",
        needs: Needs::Nothing,
    },
    Ending {
        id: "king-and-man",
        title: "King and man against king",
        advice: "The man has to become a second king. Walk beside it with your king, so that whoever attacks it is \
                  attacked.",
        goal: win(White),
        example: "W:WK29,22:BK21",
        kind: "W:WK*,21-28:BK*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "king-holds-man",
        title: "King against king and man",
        advice: "The man must not crown under the protection of its king. Stay near it, attack it from behind, and \
                  keep away from the side, where two pieces can shut you in.",
        goal: draw(White),
        example: "W:WK15:BK3,12",
        kind: "W:WK*:BK*,5-24",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "king-against-two-men",
        title: "King against two men",
        advice: "Two men that support each other get through. Attack from behind, where men cannot strike back, and \
                  win one of them or stop both.",
        goal: draw(White),
        example: "W:WK23:B17,13",
        kind: "W:WK*:B5-24,5-24",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "breeches",
        title: "Breeches",
        advice: "A king that steps between two pieces attacks both, and only one can get away. Look for the square \
                  between them.",
        goal: win(White),
        example: "W:WK10,28:B17,18",
        kind: "W:WK*,21-28:B9-20,9-20",
        needs: Needs::Breeches,
    },
    Ending {
        id: "two-men-the-move",
        title: "Two men each, with the move",
        advice: "With the move your men stop the others; without it they are stopped. Count before you go: in a race \
                  of men nothing but an exchange changes it.",
        goal: win(White),
        example: "W:W23,27:B7,8",
        kind: "W:W21-28,21-28:B5-12,5-12",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "two-men-run",
        title: "Two men each, a race",
        advice: "Not every man can be stopped, nor should you try. Find out who crowns first, and whether the new \
                  king is in time to catch what is left.",
        goal: draw(White),
        example: "W:W21,27:B5,9",
        kind: "W:W21-28,21-28:B5-12,5-12",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "first-position",
        title: "First position",
        advice: "Bring your king to 19 first: then the man on 20 can pass the man on 12, which has no room to jump. \
                  With two kings drive the other king out of the double corner, and never let the man on 12 go by.",
        goal: win(White),
        example: "W:WK15,20:B12,K28",
        kind: "W:WK*,20:B12,K28/32",
        needs: Needs::Nothing,
    },
    Ending {
        id: "first-position-held",
        title: "First position held",
        advice: "The same pieces with the kings elsewhere: White cannot get the man by, and may even lose it. Leave \
                  it on 20 until it can pass, and let your king mind theirs.",
        goal: draw(White),
        example: "W:WK30,20:B12,K6",
        kind: "W:WK*,20:B12,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "changing-the-move",
        title: "Changing the move",
        advice: "An exchange of one piece for one changes who has the move, if the piece that takes last is not the \
                  one that is taken. Offer a piece and take back.",
        goal: win(White),
        example: "W:W28,K32:B14,K20",
        kind: "W:W13-28,K*:B5-20,K*",
        needs: Needs::Offer,
    },
    Ending {
        id: "exchange-of-kings",
        title: "An exchange of kings",
        advice: "Two kings against two are a draw, unless an exchange leaves your last king with the move and theirs \
                  far from a double corner.",
        goal: win(White),
        example: "W:WK18,K21:BK10,K7",
        kind: "W:WK*,K*:BK*,K*",
        needs: Needs::Offer,
    },
    Ending {
        id: "two-kings-each",
        title: "Two kings each",
        advice: "A draw as long as no exchange leaves you without the move. Look at every piece that can be offered \
                  before you leave a double corner.",
        goal: draw(White),
        example: "W:WK29,K31:BK4,K30",
        kind: "W:WK*,K*:BK*,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "two-for-one",
        title: "Two for one",
        advice: "Give one and take two. Pieces that stand in a line with gaps behind them are in danger; let yourself \
                  be taken to bring them there.",
        goal: win(White),
        example: "W:WK20,24:B15,K23",
        kind: "W:WK*,13-28:B5-24,K*",
        needs: Needs::TwoForOne,
    },
    Ending {
        id: "bridge",
        title: "The bridge",
        advice: "The men on 1 and 3 hold your man back: it can only crown on 2, under their eyes. Bring the king up \
                  before the man goes on, and let the bridge break up by itself.",
        goal: win(White),
        example: "W:W10,K28:B1,3",
        kind: "W:W9/10/13-18,K*:B1,3",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "bridge-held",
        title: "The bridge held",
        advice: "Your man cannot pass the bridge, or your king comes too late to help. Keep what cannot be attacked \
                  and do not run into the guards.",
        goal: draw(White),
        example: "W:W9,K4:B1,3",
        kind: "W:W9-24,K*:B1,3",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "better-than-first",
        title: "Better than first",
        advice: "A king and a man against two men that are on their way. The king can stop them if it sets out at \
                  once; the man at home stays there until it is needed.",
        goal: win(Black),
        example: "B:W31,19:BK4,2",
        kind: "B:W17-24,29-32:BK1-8,1-8",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "trapped-king",
        title: "The trapped king",
        advice: "A king in the single corner has one way out. Shut it, let the other pieces run out of moves, and it \
                  is blocked: whoever cannot move has lost.",
        goal: win(White),
        example: "W:WK22,24:B21,K29",
        kind: "W:WK25/22/30/21,9-28:BK29,5-21",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "self-block",
        title: "Blocked by its own men",
        advice: "Men at the side stand in each other's way. You need not take them: it is enough that none of them \
                  can move.",
        goal: win(White),
        example: "W:WK4,30:B6,21",
        kind: "W:WK*,21-32:B5-24,5-24",
        needs: Needs::Block,
    },
    Ending {
        id: "corner-man",
        title: "The man in the dog-hole",
        advice: "The man on 28 cannot move while yours stays on 32, so your king plays against the other king alone. \
                  Take it or shut it in; leave 32 only when that wins.",
        goal: win(White),
        example: "W:WK3,32:BK21,28",
        kind: "W:W32,K*:B28,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "three-kings-against-two",
        title: "Three kings against two",
        advice: "Force an exchange: what is left are two kings against one. Bring all three kings together before you \
                  offer one.",
        goal: win(White),
        example: "W:WK22,K23,K24:BK31,K32",
        kind: "W:WK*,K*,K*:BK*,K*",
        needs: Needs::Nothing,
    },
    Ending {
        id: "three-kings-both-corners",
        title: "Three kings against two in both double corners",
        advice: "The hardest place to dig two kings out. Attack one corner with two kings while the third keeps the \
                  other king at home, and wait for the moment when it must step out.",
        goal: win(White),
        example: "W:WK15,K18,K19:BK1,K32",
        kind: "W:WK*,K*,K*:BK1/5,K28/32",
        needs: Needs::Nothing,
    },
    Ending {
        id: "payne-single-corner",
        title: "Payne's draw at the single corner",
        advice: "A man down, but the man on 13 needs help to crown. One king holds it, the other one stays near; \
                  never let an exchange leave you without the move.",
        goal: draw(White),
        example: "W:WK18,K14:BK1,13,K29",
        kind: "W:WK*,K*:BK*,13,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "payne-double-corner",
        title: "Payne's draw at the double corner",
        advice: "The man on 28 has one step to go and cannot make it while 32 is watched. Keep one king by the double \
                  corner and move the other one back and forth.",
        goal: draw(White),
        example: "W:WK7,K18:BK5,28,K32",
        kind: "W:WK*,K*:BK*,28,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "third-position",
        title: "Third position held",
        advice: "A man down, with a man on 5 that has not left home. Its kings have to come and fetch it; keep your \
                  two kings side by side in its way.",
        goal: draw(White),
        example: "W:WK23,K14:BK12,5,K21",
        kind: "W:WK*,K*:BK*,5,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "rogers-draw",
        title: "Roger's draw",
        advice: "The man on 20 has to come by 24 or 27 to crown. Go back to the double corner behind it in time, and \
                  go back and forth there.",
        goal: draw(White),
        example: "W:WK27,K23:B20,K30,K22",
        kind: "W:WK*,K*:BK*,20,K*",
        needs: Needs::Nothing,
    },
    Ending {
        id: "howards-draw",
        title: "Howard's draw",
        advice: "A man down, with the man on 12. One king in front of it is enough, if the other one keeps the two \
                  kings from coming round it.",
        goal: draw(White),
        example: "W:WK19,K28:BK9,12,K32",
        kind: "W:WK*,K*:BK*,12,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "fourth-position-kings",
        title: "Fourth position, kings alone",
        advice: "The man on 21 crowns by 25 or 30. Hold those squares with your kings and do not be exchanged away \
                  from them.",
        goal: draw(White),
        example: "W:WK24,K31:BK8,21,K25",
        kind: "W:WK*,K*:BK*,21,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "greys-draw",
        title: "Grey's draw",
        advice: "Two kings against a king and two men that are on their way. Come back in time to attack them before \
                  their king is there.",
        goal: draw(Black),
        example: "B:W20,16,K2:BK25,K10",
        kind: "B:W16,20,K*:BK*,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "second-position",
        title: "Second position",
        advice: "Even pieces, but both black men are held by white ones that need not move. Your king plays against \
                  theirs, and in the end an exchange leads to first position.",
        goal: win(White),
        example: "W:W27,30,K22:B20,21,K9",
        kind: "W:W27,30,K*:B20,21,K*",
        needs: Needs::Nothing,
    },
    Ending {
        id: "cornered-draw",
        title: "Out of the corner",
        advice: "Your men look lost behind the man on 1. Let one of them go and crown the other one.",
        goal: draw(White),
        example: "W:W13,5,K2:BK14,10,1",
        kind: "W:W5,13,K*:B1,10,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "double-corner-hold",
        title: "The double corner held shut",
        advice: "The man on 14 keeps the men on 1 and 5 from coming out. Do not give it up until you have dealt with \
                  the third man.",
        goal: win(White),
        example: "W:W29,14,K2:B8,5,1",
        kind: "W:W25/29/30,14,K*:B7/8/12,5,1",
        needs: Needs::Nothing,
    },
    Ending {
        id: "allens-win",
        title: "Allen's win",
        advice: "A piece more wins only if nothing gets away. Attack a man so that whoever defends it runs into an \
                  exchange.",
        goal: win(Black),
        example: "B:W17,12,K8:BK15,K9,3",
        kind: "B:W12,17,K*:BK*,K*,3",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "macindoes-win",
        title: "Macindoe's win",
        advice: "Three kings against a king and two men. One of the men is about to crown: find the king that stops \
                  it without letting the other one go.",
        goal: win(Black),
        example: "B:WK28,20,15:BK6,K5,K2",
        kind: "B:WK*,20,15:BK*,K*,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "gibsons-win",
        title: "Gibson's win",
        advice: "Your man on 11 is in danger, and so are theirs. Go after the man that cannot be helped, and give a \
                  piece when you get it back.",
        goal: win(Black),
        example: "B:WK9,19,25:B11,K17,K18",
        kind: "B:WK*,19,25:B11,K*,K*",
        needs: Needs::OnlyMove,
    },
    Ending {
        id: "fourth-position",
        title: "Fourth position",
        advice: "A man more, but the men on 21 and 30 hold each other. With the move your kings push theirs out of \
                  the double corner and win the man on 30.",
        goal: win(Black),
        example: "B:W30,K31,K32:BK20,21,K22,K23",
        kind: "B:W30,K*,K*:B21,K*,K*,K*",
        needs: Needs::Nothing,
    },
    Ending {
        id: "fourth-position-draw",
        title: "Fourth position held",
        advice: "The same position with the other side to move is a draw. Stay by 31 and 27, and answer each approach \
                  so that the move stays yours.",
        goal: draw(White),
        example: "W:W30,K31,K32:BK20,21,K22,K23",
        kind: "W:W30,K*,K*:B21,K*,K*,K*",
        needs: Needs::Nothing,
    },
    Ending {
        id: "king-fourth",
        title: "King fourth",
        advice: "Fourth position with three kings to meet: they have no man to protect, and are lost all the same. Go \
                  round them by way of 16 and 20.",
        goal: win(Black),
        example: "B:WK30,K31,K32:BK20,21,K22,K23",
        kind: "B:WK*,K*,K*:B21,K*,K*,K*",
        needs: Needs::Nothing,
    },
];
