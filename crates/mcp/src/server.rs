//! The tools.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crownhead_board::{Color, Game};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt, schemars, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};

use crate::coach;
use crate::hall::{Act, Hall, Head, JoinGame, NewGame, SeatKey, Ticket, Trouble, after_plies};
use crate::state::{GameState, side};

/// Clients commonly give up after a minute, so that waiting ends well before.
const MAX_WAIT: u64 = 25;
/// Games in a list.
const MAX_LISTED: usize = 50;

const PLAY: &str = "English (American) checkers. Make a game with new_game (against a level of the computer, or for another agent to join), \
or take a free seat with join_game. You get a game_id and a secret seat_token; give both with every call about your seat. Then \
repeat: wait_for_turn, and play_move with the ply that get_state tells, until the game is over. Squares are numbers 1 to 32; \
a step is \"11-15\", a jump \"15x22\", several jumps in one move \"15x22x29\". Jumps must be taken, and made to their end.";
const COACH: &str = " For coaching there are analyze and verdicts, which are refused in rated games.";

/// Which tools there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Those that a player needs, and no advice.
    #[default]
    Play,
    /// Those of a player, and what the engine and the endgame database say. No rated games are made.
    Coach,
}

/// The tools, for games in any hall.
pub struct McpServer<H> {
    hall: Arc<H>,
    profile: Profile,
    tool_router: ToolRouter<McpServer<H>>,
}

impl<H: Hall> Clone for McpServer<H> {
    fn clone(&self) -> McpServer<H> {
        McpServer::new(Arc::clone(&self.hall), self.profile)
    }
}

impl<H> fmt::Debug for McpServer<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "McpServer({:?})", self.profile)
    }
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct NewGameParams {
    /// What you are called.
    name: Option<String>,
    /// The level of the computer to play against, 1 (weakest) to 10. Leave it out to play another agent.
    level: Option<u8>,
    /// Your side: black (moves first) or white.
    color: Option<Side>,
    /// The game counts for ratings, so that no advice is given in it.
    #[serde(default)]
    rated: bool,
    /// Seconds on each clock; no clocks if it is left out.
    clock_seconds: Option<u32>,
    /// Seconds that each move adds to its side's clock.
    increment_seconds: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct JoinParams {
    /// The game to join.
    game_id: String,
    /// What you are called.
    name: Option<String>,
    /// The invitation, for a seat that is kept for you.
    invitation: Option<String>,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct GameParams {
    /// The game.
    game_id: String,
    /// The token of your seat, for a game that only its players may see.
    seat_token: Option<String>,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct SeatParams {
    /// Your game.
    game_id: String,
    /// The token of your seat.
    seat_token: String,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct MoveParams {
    /// Your game.
    game_id: String,
    /// The token of your seat.
    seat_token: String,
    /// The number of plies played before your move, as get_state tells it. With it, sending the same move twice does no harm.
    ply: usize,
    /// Your move: "11-15", or for jumps every landing square: "15x22x29".
    #[serde(rename = "move")]
    mv: String,
    /// What you think about it, for the record of the game. The opponent does not see it.
    comment: Option<String>,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct WaitParams {
    /// Your game.
    game_id: String,
    /// The token of your seat.
    seat_token: String,
    /// How long to wait, in seconds; at most 25.
    seconds: Option<u64>,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct CoachParams {
    /// The game.
    game_id: String,
    /// The token of your seat, for a game that only its players may see.
    seat_token: Option<String>,
    /// Show the position after this many plies instead of the current one.
    ply: Option<usize>,
    /// How many lines, 1 to 5.
    lines: Option<usize>,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Seated {
    seat_token: String,
    color: &'static str,
    state: GameState,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Waited {
    your_turn: bool,
    color: &'static str,
    state: GameState,
}

type Answer = Result<CallToolResult, ErrorData>;

/// A mistake is reported as a tool error: a protocol error would hide its text from the model.
fn answer(outcome: Result<CallToolResult, Trouble>) -> Answer {
    Ok(outcome.unwrap_or_else(|trouble| CallToolResult::error(vec![ContentBlock::text(trouble.to_string())])))
}

/// Words for the model, and the same as data.
fn told(text: String, data: &impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(data).ok();
    result
}

impl<H: Hall> McpServer<H> {
    /// The tools of a profile, for the games of a hall.
    pub fn new(hall: Arc<H>, profile: Profile) -> McpServer<H> {
        let tool_router = match profile {
            Profile::Play => McpServer::<H>::play_tools(),
            Profile::Coach => McpServer::<H>::play_tools() + McpServer::<H>::coach_tools(),
        };
        McpServer { hall, profile, tool_router }
    }

    async fn state(&self, game_id: &str, seat: Option<&str>) -> Result<CallToolResult, Trouble> {
        let state = GameState::new(game_id, &self.hall.look(game_id, seat).await?);
        Ok(told(state.text(), &state))
    }

    async fn seated(&self, ticket: Ticket) -> Result<CallToolResult, Trouble> {
        let glance = self.hall.look(&ticket.game_id, Some(&ticket.seat_token)).await?;
        let state = GameState::new(&ticket.game_id, &glance);
        let color = side(ticket.color);
        let text = format!(
            "You play {color} in game {} with seat_token {} (keep it to yourself).\n{}",
            ticket.game_id,
            ticket.seat_token,
            state.text()
        );
        Ok(told(text, &Seated { seat_token: ticket.seat_token, color, state }))
    }

    async fn act(&self, seat: SeatParams, act: Act) -> Result<CallToolResult, Trouble> {
        let key = SeatKey { game_id: seat.game_id, seat_token: seat.seat_token };
        let ply = self.hall.look(&key.game_id, Some(&key.seat_token)).await?.game.moves().len();
        self.hall.act(&key, ply, act).await?;
        self.state(&key.game_id, Some(&key.seat_token)).await
    }

    /// The game as a coach may see it, after `ply` plies.
    async fn coached(&self, params: &CoachParams, head: Option<&Head>) -> Result<Game, Trouble> {
        let game = self.hall.advise(&params.game_id, params.seat_token.as_deref(), head).await?;
        let plies = game.moves().len();
        match params.ply.unwrap_or(plies) {
            wanted if wanted > plies => Err(Trouble::WrongPly { said: wanted, plies }),
            wanted => Ok(after_plies(&game, wanted)),
        }
    }

    async fn analyzed(&self, params: &CoachParams, head: Option<&Head>) -> Result<CallToolResult, Trouble> {
        let game = self.coached(params, head).await?;
        let lines = match game.outcome() {
            Some(_) => Vec::new(),
            None => self.hall.lines(game.clone(), params.lines.unwrap_or(1).clamp(1, 5)).await?,
        };
        Ok(data(coach::analysis(&game, &lines)))
    }
}

/// The head of the request by which a call came, if it came over HTTP.
fn head(context: &RequestContext<RoleServer>) -> Option<&Head> {
    context.extensions.get::<Head>()
}

#[tool_router(router = play_tools)]
impl<H: Hall> McpServer<H> {
    #[tool(
        description = "Make a new game and take a seat in it: against a level of the computer, or for another agent to join."
    )]
    async fn new_game(
        &self,
        Parameters(params): Parameters<NewGameParams>,
        context: RequestContext<RoleServer>,
    ) -> Answer {
        answer(self.make_game(params, head(&context)).await)
    }

    async fn make_game(&self, params: NewGameParams, head: Option<&Head>) -> Result<CallToolResult, Trouble> {
        if params.rated && self.profile == Profile::Coach {
            let why = "no rated games are made where advice is given; leave rated out";
            return Err(Trouble::NotAllowed(why.to_owned()));
        }
        let color = params.color.map(|color| match color {
            Side::Black => Color::Black,
            Side::White => Color::White,
        });
        let clock = params.clock_seconds.map(|base| (base, params.increment_seconds.unwrap_or(0)));
        let wanted = NewGame { name: params.name, level: params.level, color, is_rated: params.rated, clock };
        let ticket = self.hall.new_game(wanted, head).await?;
        self.seated(ticket).await
    }

    #[tool(description = "Take the free seat of a game that waits for a player.")]
    async fn join_game(
        &self,
        Parameters(params): Parameters<JoinParams>,
        context: RequestContext<RoleServer>,
    ) -> Answer {
        let JoinParams { game_id, name, invitation } = params;
        let joined = self.hall.join_game(JoinGame { game_id, name, invitation }, head(&context)).await;
        answer(match joined {
            Ok(ticket) => self.seated(ticket).await,
            Err(trouble) => Err(trouble),
        })
    }

    #[tool(description = "The games there are, the newest first; those with \"waiting\" have a free seat.")]
    async fn list_games(&self) -> Answer {
        answer(self.hall.list_games().await.map(|games| {
            let lines: Vec<_> = games
                .iter()
                .take(MAX_LISTED)
                .map(|game| {
                    let is_waiting = game.names.iter().any(Option::is_none);
                    serde_json::json!({
                        "game_id": game.game_id,
                        "black": game.names[0],
                        "white": game.names[1],
                        "kept_for": game.kept_for,
                        "status": if game.ending.is_some() { "over" } else if is_waiting { "waiting" } else { "playing" },
                        "plies": game.plies,
                        "result": game.ending,
                        "rated": game.is_rated,
                    })
                })
                .collect();
            let text = serde_json::to_string(&lines).unwrap_or_default();
            told(text, &serde_json::json!({ "games": lines }))
        }))
    }

    #[tool(
        description = "The position, the moves so far, whose turn it is, and the result if the game is over."
    )]
    async fn get_state(&self, Parameters(params): Parameters<GameParams>) -> Answer {
        answer(self.state(&params.game_id, params.seat_token.as_deref()).await)
    }

    #[tool(description = "The legal moves of the side to move, where the event shows them.")]
    async fn legal_moves(&self, Parameters(params): Parameters<GameParams>) -> Answer {
        let looked = self.hall.look(&params.game_id, params.seat_token.as_deref()).await;
        answer(looked.and_then(|glance| {
            if !glance.shows_moves {
                let why = "legal moves are not shown in this game, or only after a move that was not legal; work them out from the position";
                return Err(Trouble::NotAllowed(why.to_owned()));
            }
            let moves: Vec<String> = match glance.ending {
                Some(_) => Vec::new(),
                None => glance.game.legal_moves().iter().map(|mv| mv.route_text().to_string()).collect(),
            };
            Ok(told(moves.join(", "), &serde_json::json!({ "ply": glance.game.moves().len(), "moves": moves })))
        }))
    }

    #[tool(description = "Make your move. Give the ply, so that sending it twice does no harm.")]
    async fn play_move(&self, Parameters(params): Parameters<MoveParams>) -> Answer {
        let key = SeatKey { game_id: params.game_id, seat_token: params.seat_token };
        let act = Act::Move { text: params.mv, comment: params.comment };
        answer(match self.hall.act(&key, params.ply, act).await {
            Ok(()) => self.state(&key.game_id, Some(&key.seat_token)).await,
            Err(trouble) => Err(trouble),
        })
    }

    #[tool(
        description = "Wait until it is your turn or the game is over. Answers within 25 seconds; if it is not your turn then, call it again."
    )]
    async fn wait_for_turn(&self, Parameters(params): Parameters<WaitParams>) -> Answer {
        let key = SeatKey { game_id: params.game_id, seat_token: params.seat_token };
        let patience = Duration::from_secs(params.seconds.unwrap_or(MAX_WAIT).min(MAX_WAIT));
        answer(self.wait(&key, patience).await)
    }

    async fn wait(&self, key: &SeatKey, patience: Duration) -> Result<CallToolResult, Trouble> {
        let color = self.hall.side(key).await?;
        let glance = self.hall.wait_for_turn(key, patience).await?;
        let state = GameState::new(&key.game_id, &glance);
        let your_turn = state.status == "playing" && state.turn == side(color);
        let lead = match (state.status, your_turn) {
            ("over", _) => "The game is over.",
            (_, true) => "It is your turn.",
            _ => "Still waiting; call wait_for_turn again.",
        };
        let text = format!("{lead}\n{}", state.text());
        Ok(told(text, &Waited { your_turn, color: side(color), state }))
    }

    #[tool(
        description = "On your turn: take a draw that is offered, or offer one; it stands until your opponent has moved."
    )]
    async fn offer_draw(&self, Parameters(seat): Parameters<SeatParams>) -> Answer {
        answer(self.act(seat, Act::Draw).await)
    }

    #[tool(description = "On your turn: give the game up.")]
    async fn resign(&self, Parameters(seat): Parameters<SeatParams>) -> Answer {
        answer(self.act(seat, Act::Resign).await)
    }

    #[tool(description = "The game as PDN, with comments.")]
    async fn get_pdn(&self, Parameters(params): Parameters<GameParams>) -> Answer {
        let looked = self.hall.look(&params.game_id, params.seat_token.as_deref()).await;
        answer(looked.map(|glance| CallToolResult::success(vec![ContentBlock::text(glance.pdn)])))
    }
}

#[tool_router(router = coach_tools)]
impl<H: Hall> McpServer<H> {
    #[tool(
        description = "What the engine thinks of a position of a game: the best lines with scores in men for the side to move."
    )]
    async fn analyze(
        &self,
        Parameters(params): Parameters<CoachParams>,
        context: RequestContext<RoleServer>,
    ) -> Answer {
        answer(self.analyzed(&params, head(&context)).await)
    }

    #[tool(
        description = "What each move leads to with best play, by the endgame database, where few pieces are left."
    )]
    async fn verdicts(
        &self,
        Parameters(params): Parameters<CoachParams>,
        context: RequestContext<RoleServer>,
    ) -> Answer {
        answer(self.coached(&params, head(&context)).await.map(|game| data(coach::judge(&game))))
    }
}

fn data(value: impl Serialize) -> CallToolResult {
    told(serde_json::to_string(&value).unwrap_or_default(), &value)
}

#[tool_handler(router = self.tool_router)]
impl<H: Hall> ServerHandler for McpServer<H> {
    fn get_info(&self) -> ServerConfig {
        let advice = if self.profile == Profile::Coach { COACH } else { "" };
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_instructions(format!("{PLAY}{advice}"))
    }
}

/// Serves one client on standard input and output, until it leaves.
///
/// # Errors
///
/// The streams fail.
pub async fn serve_stdio<H: Hall>(hall: Arc<H>, profile: Profile) -> std::io::Result<()> {
    let served = McpServer::new(hall, profile).serve(rmcp::transport::stdio()).await;
    let running = served.map_err(std::io::Error::other)?;
    running.waiting().await.map(drop).map_err(std::io::Error::other)
}
