//! The tools.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crownhead_board::{Color, Game};
use crownhead_contest::Opening;
use crownhead_table::parse_opening;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::{ToolCallContext, schema_for_output};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    Implementation, ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt, schemars, tool, tool_handler, tool_router};
use serde::Serialize;

use crate::app;
use crate::arguments;
use crate::coach::{self, Analysis, LegalMoves, Openings, Verdicts};
use crate::hall::{Act, Hall, Head, JoinGame, Listing, NewGame, SeatKey, Ticket, Trouble};
use crate::params::{
    GameParams, JoinParams, MoveParams, NewGameParams, NoParams, OpeningParams, PositionParams, SeatParams,
    Side, WaitParams,
};
use crate::state::{GameState, side};

/// Clients commonly give up after a minute, so that waiting ends well before.
const MAX_WAIT: u8 = 25;
/// Games in a list.
const MAX_LISTED: usize = 50;
/// The tools of the compact profile.
const COMPACT: [&str; 6] = ["new_game", "join_game", "play_move", "wait_for_turn", "offer_draw", "resign"];

const PLAY: &str = "English (American) checkers. Make a game with new_game (against a level of the computer, or for another agent to join), \
or take a free seat with join_game. You get a game_id and a secret seat_token; give both with every call about your seat. Then \
repeat play_move with the ply of the last answer: it makes your move, waits for the reply, and answers with the board, the moves so far \
and your legal moves. If the reply takes longer, call wait_for_turn. Squares are numbers 1 to 32; a step is \"11-15\", a jump \"15x22\", \
several jumps in one move \"15x22x29\". Jumps must be taken, and made to their end.";
const COACH: &str = " For coaching there are analyze, moves, verdicts and openings, on a game here or on any fen or pdn. Nobody is advised in rated games.";

/// Which tools there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Those that a player needs, and no advice.
    #[default]
    Play,
    /// The fewest that a game can be played with, in few words.
    Compact,
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

/// A game as whoever has a seat in it sees it.
#[derive(Serialize, schemars::JsonSchema)]
struct SeatView {
    /// The game.
    game_id: String,
    /// The token of your seat, when you get it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat_token: Option<String>,
    /// Your side.
    color: &'static str,
    /// Is it your turn?
    your_turn: bool,
    /// How the game stands.
    state: GameState,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Games {
    /// The newest first.
    games: Vec<GameEntry>,
}

#[derive(Serialize, schemars::JsonSchema)]
struct GameEntry {
    game_id: String,
    /// Who plays Black, if somebody does.
    black: Option<String>,
    /// Who plays White, if somebody does.
    white: Option<String>,
    /// For whom the free seat is kept.
    kept_for: Option<String>,
    /// `waiting` for a player, `playing`, or `over`.
    status: &'static str,
    /// Plies played.
    plies: Option<usize>,
    /// How it ended.
    result: Option<String>,
    /// It counts for ratings.
    rated: bool,
}

impl From<Listing> for GameEntry {
    fn from(game: Listing) -> GameEntry {
        let is_waiting = game.names.iter().any(Option::is_none);
        let status = match &game.ending {
            Some(_) => "over",
            None if is_waiting => "waiting",
            None => "playing",
        };
        let [black, white] = game.names;
        let Listing { game_id, kept_for, plies, ending: result, is_rated: rated, .. } = game;
        GameEntry { game_id, black, white, kept_for, status, plies, result, rated }
    }
}

type Answer = Result<CallToolResult, ErrorData>;

/// A mistake is reported as a tool error: a protocol error would hide its text from the model.
fn answer(outcome: Result<CallToolResult, Trouble>) -> Answer {
    Ok(outcome.unwrap_or_else(|trouble| mistake(trouble.to_string())))
}

fn mistake(why: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}

/// Words for the model, and the same as data.
fn told(text: String, data: &impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(data).ok();
    result
}

fn data(value: impl Serialize) -> CallToolResult {
    told(serde_json::to_string(&value).unwrap_or_default(), &value)
}

/// The head of the request by which a call came, if it came over HTTP.
fn head(context: &RequestContext<RoleServer>) -> Option<&Head> {
    context.extensions.get::<Head>()
}

impl<H: Hall> McpServer<H> {
    /// The tools of a profile, for the games of a hall.
    pub fn new(hall: Arc<H>, profile: Profile) -> McpServer<H> {
        let tool_router = match profile {
            Profile::Play => McpServer::<H>::play_tools(),
            Profile::Compact => compact(McpServer::<H>::play_tools()),
            Profile::Coach => McpServer::<H>::play_tools() + McpServer::<H>::coach_tools(),
        };
        let tool_router = if profile == Profile::Compact { tool_router } else { with_board(tool_router) };
        McpServer { hall, profile, tool_router }
    }

    async fn make_game(&self, params: NewGameParams, head: Option<&Head>) -> Result<CallToolResult, Trouble> {
        if params.rated && self.profile == Profile::Coach {
            let why = "no rated games are made where advice is given; leave rated out";
            return Err(Trouble::NotAllowed(why.to_owned()));
        }
        let ticket = self.hall.new_game(wanted(params)?, head).await?;
        self.seated(ticket).await
    }

    async fn seated(&self, ticket: Ticket) -> Result<CallToolResult, Trouble> {
        let key = SeatKey { game_id: ticket.game_id, seat_token: ticket.seat_token };
        let lead = format!(
            "You play {} in game {} with seat_token {} (keep it to yourself).",
            side(ticket.color),
            key.game_id,
            key.seat_token
        );
        let mut view = self.view(&key, Duration::ZERO).await?;
        let text = format!("{lead}\n{}", view.state.text());
        view.seat_token = Some(key.seat_token);
        Ok(told(text, &view))
    }

    /// The game of a seat, when it is its turn, the game is over, or the time is up.
    async fn view(&self, key: &SeatKey, patience: Duration) -> Result<SeatView, Trouble> {
        let color = self.hall.side(key).await?;
        let glance = match patience {
            Duration::ZERO => self.hall.look(&key.game_id, Some(&key.seat_token)).await?,
            patience => self.hall.wait_for_turn(key, patience).await?,
        };
        let state = GameState::new(&key.game_id, &glance);
        let your_turn = state.status == "playing" && state.turn == side(color);
        Ok(SeatView { game_id: key.game_id.clone(), seat_token: None, color: side(color), your_turn, state })
    }

    async fn wait(&self, key: &SeatKey, seconds: Option<u8>, lead: &str) -> Result<CallToolResult, Trouble> {
        let patience = Duration::from_secs(seconds.unwrap_or(MAX_WAIT).min(MAX_WAIT).into());
        let view = self.view(key, patience).await?;
        let what_next = match (view.state.status, view.your_turn) {
            ("over", _) => "The game is over.",
            (_, true) => "It is your turn.",
            _ => "It is not your turn yet; call wait_for_turn.",
        };
        Ok(told(format!("{lead}{what_next}\n{}", view.state.text()), &view))
    }

    async fn act(&self, seat: SeatParams, act: Act, lead: &str) -> Result<CallToolResult, Trouble> {
        let key = SeatKey { game_id: seat.game_id, seat_token: seat.seat_token };
        let ply = self.hall.look(&key.game_id, Some(&key.seat_token)).await?.game.moves().len();
        self.hall.act(&key, ply, act).await?;
        self.wait(&key, Some(0), lead).await
    }

    /// The game that somebody wants to be advised about.
    async fn coached(&self, params: &PositionParams, head: Option<&Head>) -> Result<Game, Trouble> {
        let PositionParams { fen, pdn, game_id, seat_token, ply, rules, .. } = params;
        let game = match (fen, pdn, game_id) {
            (Some(fen), None, None) => {
                self.hall.may_be_advised(head).await?;
                coach::from_fen(fen, rules.as_deref())?
            }
            (None, Some(pdn), None) => {
                self.hall.may_be_advised(head).await?;
                coach::from_pdn(pdn)?
            }
            (None, None, Some(game_id)) => self.hall.advise(game_id, seat_token.as_deref(), head).await?,
            _ => {
                let why = "give one of fen, pdn and game_id, to say which position is meant";
                return Err(Trouble::NotAllowed(why.to_owned()));
            }
        };
        coach::at_ply(game, *ply)
    }

    async fn analyzed(
        &self,
        params: &PositionParams,
        head: Option<&Head>,
    ) -> Result<CallToolResult, Trouble> {
        let game = self.coached(params, head).await?;
        let lines = match game.outcome() {
            Some(_) => Vec::new(),
            None => self.hall.lines(game.clone(), params.lines.unwrap_or(1).clamp(1, 5).into()).await?,
        };
        Ok(data(coach::analysis(&game, &lines)))
    }
}

fn wanted(params: NewGameParams) -> Result<NewGame, Trouble> {
    let not_allowed = |why: String| Trouble::NotAllowed(why);
    let opening = match (&params.ballot, &params.fen) {
        (Some(_), Some(_)) => {
            return Err(not_allowed("a game begins with a ballot or at a fen; leave one out".to_owned()));
        }
        (Some(ballot), None) => {
            parse_opening(ballot).map_err(|error| not_allowed(format!("ballot: {error}")))?
        }
        (None, Some(fen)) => Opening::Fen { fen: *coach::from_fen(fen, None)?.position() },
        (None, None) => Opening::Free,
    };
    Ok(NewGame {
        opening,
        rules: coach::read_rules(params.rules.as_deref())?,
        name: params.name,
        level: params.level,
        color: params.color.map(|color| match color {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }),
        is_rated: params.rated,
        clock: params.clock_seconds.map(|base| (base, params.increment_seconds.unwrap_or(0))),
    })
}

/// The fewest tools, without what a model can do without.
fn compact<H: Hall>(all: ToolRouter<McpServer<H>>) -> ToolRouter<McpServer<H>> {
    let kept = all.map.into_values().filter(|route| COMPACT.contains(&route.attr.name.as_ref()));
    let mut router = ToolRouter::new();
    for mut route in kept {
        route.attr.output_schema = None;
        route.attr.annotations = None;
        route.attr.title = None;
        let schema = Arc::make_mut(&mut route.attr.input_schema);
        schema.remove("$schema");
        // Arguments are checked anyway.
        schema.remove("additionalProperties");
        if let Some(properties) = schema.get_mut("properties").and_then(|all| all.as_object_mut()) {
            for property in properties.values_mut().filter_map(|one| one.as_object_mut()) {
                property.remove("format");
                property.remove("default");
            }
            for rare in
                ["comment", "invitation", "wait_seconds", "increment_seconds", "clock_seconds", "rated"]
            {
                properties.remove(rare);
            }
        }
        router.add_route(route);
    }
    router
}

/// The tools, and which of them have a board.
fn with_board<H: Hall>(mut router: ToolRouter<McpServer<H>>) -> ToolRouter<McpServer<H>> {
    for route in router.map.values_mut() {
        route.attr.meta = app::meta(&route.attr.name);
    }
    router
}

#[tool_router(router = play_tools)]
impl<H: Hall> McpServer<H> {
    #[tool(
        title = "New game",
        description = "Make a game and take a seat: against a level of the computer, or for another agent to join.",
        output_schema = schema_for_output::<SeatView>(),
        annotations(destructive_hint = false, open_world_hint = false)
    )]
    async fn new_game(
        &self,
        Parameters(params): Parameters<NewGameParams>,
        context: RequestContext<RoleServer>,
    ) -> Answer {
        answer(self.make_game(params, head(&context)).await)
    }

    #[tool(
        title = "Join a game",
        description = "Take the free seat of a game.",
        output_schema = schema_for_output::<SeatView>(),
        annotations(destructive_hint = false, open_world_hint = false)
    )]
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

    #[tool(
        title = "List games",
        description = "The games there are, the newest first; those with \"waiting\" have a free seat.",
        output_schema = schema_for_output::<Games>(),
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn list_games(&self, Parameters(NoParams {}): Parameters<NoParams>) -> Answer {
        answer(self.hall.list_games().await.map(|games| {
            data(Games { games: games.into_iter().take(MAX_LISTED).map(GameEntry::from).collect() })
        }))
    }

    #[tool(
        title = "Look at a game",
        description = "The board, the moves so far, the legal moves, whose turn it is, and the result if the game is over.",
        output_schema = schema_for_output::<GameState>(),
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn get_state(&self, Parameters(params): Parameters<GameParams>) -> Answer {
        let looked = self.hall.look(&params.game_id, params.seat_token.as_deref()).await;
        answer(looked.map(|glance| {
            let state = GameState::new(&params.game_id, &glance);
            told(state.text(), &state)
        }))
    }

    #[tool(
        title = "Play a move",
        description = "Make your move, and wait for the reply.",
        output_schema = schema_for_output::<SeatView>(),
        annotations(destructive_hint = false, idempotent_hint = true, open_world_hint = false)
    )]
    async fn play_move(&self, Parameters(params): Parameters<MoveParams>) -> Answer {
        let key = SeatKey { game_id: params.game_id, seat_token: params.seat_token };
        let act = Act::Move { text: params.mv, comment: params.comment };
        answer(match self.hall.act(&key, params.ply as usize, act).await {
            Ok(()) => self.wait(&key, params.wait_seconds, "Your move is made. ").await,
            Err(trouble) => Err(trouble),
        })
    }

    #[tool(
        title = "Wait for your turn",
        description = "Wait until it is your turn or the game is over. Answers within 25 seconds; then call it again.",
        output_schema = schema_for_output::<SeatView>(),
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn wait_for_turn(&self, Parameters(params): Parameters<WaitParams>) -> Answer {
        let key = SeatKey { game_id: params.game_id, seat_token: params.seat_token };
        answer(self.wait(&key, params.seconds, "").await)
    }

    #[tool(
        title = "Offer or accept a draw",
        description = "On your turn: take a draw that is offered, or offer one; it stands until your opponent has moved.",
        output_schema = schema_for_output::<SeatView>(),
        annotations(destructive_hint = false, open_world_hint = false)
    )]
    async fn offer_draw(&self, Parameters(seat): Parameters<SeatParams>) -> Answer {
        let lead = "You want a draw: it is agreed if one was offered, and offered otherwise. ";
        answer(self.act(seat, Act::Draw, lead).await)
    }

    #[tool(
        title = "Resign",
        description = "On your turn: give the game up.",
        output_schema = schema_for_output::<SeatView>(),
        annotations(destructive_hint = true, open_world_hint = false)
    )]
    async fn resign(&self, Parameters(seat): Parameters<SeatParams>) -> Answer {
        answer(self.act(seat, Act::Resign, "You have resigned. ").await)
    }

    #[tool(
        title = "Game as PDN",
        description = "The game as PDN, with comments.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn get_pdn(&self, Parameters(params): Parameters<GameParams>) -> Answer {
        let looked = self.hall.look(&params.game_id, params.seat_token.as_deref()).await;
        answer(looked.map(|glance| CallToolResult::success(vec![ContentBlock::text(glance.pdn)])))
    }
}

#[tool_router(router = coach_tools)]
impl<H: Hall> McpServer<H> {
    #[tool(
        title = "Analyze",
        description = "What the engine thinks of a position: the best lines with scores in men for the side to move.",
        output_schema = schema_for_output::<Analysis>(),
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn analyze(
        &self,
        Parameters(params): Parameters<PositionParams>,
        context: RequestContext<RoleServer>,
    ) -> Answer {
        answer(self.analyzed(&params, head(&context)).await)
    }

    #[tool(
        title = "Legal moves",
        description = "The legal moves of a position, what each captures, and the position after it.",
        output_schema = schema_for_output::<LegalMoves>(),
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn moves(
        &self,
        Parameters(params): Parameters<PositionParams>,
        context: RequestContext<RoleServer>,
    ) -> Answer {
        answer(self.coached(&params, head(&context)).await.map(|game| data(coach::legal_moves(&game))))
    }

    #[tool(
        title = "Endgame verdicts",
        description = "What each move leads to with best play, by the endgame database, where few pieces are left.",
        output_schema = schema_for_output::<Verdicts>(),
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn verdicts(
        &self,
        Parameters(params): Parameters<PositionParams>,
        context: RequestContext<RoleServer>,
    ) -> Answer {
        answer(self.coached(&params, head(&context)).await.map(|game| data(coach::judge(&game))))
    }

    #[tool(
        title = "Openings",
        description = "The three-move ballots by name or number, with their moves.",
        output_schema = schema_for_output::<Openings>(),
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn openings(&self, Parameters(params): Parameters<OpeningParams>) -> Answer {
        Ok(data(coach::openings(params.name.as_deref().unwrap_or_default())))
    }
}

#[tool_handler(router = self.tool_router)]
impl<H: Hall> ServerHandler for McpServer<H> {
    fn get_info(&self) -> ServerConfig {
        let advice = if self.profile == Profile::Coach { COACH } else { "" };
        let about =
            Implementation::new("crownhead", env!("CARGO_PKG_VERSION")).with_title("Crownhead checkers");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_server_info(about)
            .with_instructions(format!("{PLAY}{advice}"))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(app::list())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        app::read(&request.uri).map(Into::into)
    }

    /// Whatever has no known method, or no known parameters for it.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(arguments::malformed(&request.method))
    }

    async fn call_tool(
        &self,
        mut request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tools = self.tool_router.list_all();
        let Some(tool) = tools.iter().find(|tool| tool.name == request.name) else {
            let names = || tools.iter().map(|tool| tool.name.as_ref());
            let guess =
                arguments::suggestion(&request.name, names()).map(|name| format!("; did you mean {name}?"));
            let list = names().collect::<Vec<_>>().join(", ");
            let why =
                format!("there is no such tool{} The tools are {list}.", guess.as_deref().unwrap_or("."));
            return Err(ErrorData::invalid_params(why, None));
        };
        if let Err(why) = arguments::check(tool, request.arguments.get_or_insert_default()) {
            return Ok(mistake(why).into());
        }
        self.tool_router.call(ToolCallContext::new(self, request, context)).await
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
