//! A session: the main thread reads messages, another one computes answers, one after the other.

use std::io::{self, BufRead, Read as _, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::Value;

use crate::ServeOptions;
use crate::cancellation::CallCancellation;
use crate::parameters::ToolArguments;
use crate::protocol::{self, ErrorCode, IncomingMessage};
use crate::tool::{Tool, ToolCall, ToolError};
use crate::tools::{INSTRUCTIONS, TOOLS};
use crate::workspace::SessionWorkspace;
use puppet_ide::STACK_SIZE;

/// The longest message that is read, in bytes.
const LONGEST_MESSAGE: u64 = 16 * 1024 * 1024;

/// Serves until standard input ends, and answers what was asked before.
pub(crate) fn serve(options: ServeOptions) -> io::Result<()> {
    let calls = Arc::<OpenCalls>::default();
    let (queue, receiver) = mpsc::channel();
    let session = McpSession {
        queue,
        calls: Arc::clone(&calls),
        writes: options.writes,
    };
    let builder = thread::Builder::new().name("tools".into());
    let worker = builder.stack_size(STACK_SIZE);
    let worker = worker.spawn(move || work(options, &receiver, &calls))?;
    let read = session.read(io::stdin().lock());
    drop(session);
    let _ = worker.join();
    read
}

/// What the main thread knows.
struct McpSession {
    queue: Sender<QueuedCall>,
    calls: Arc<OpenCalls>,
    writes: bool,
}

/// A call of a tool that waits for its turn.
struct QueuedCall {
    id: Value,
    tool: &'static Tool,
    arguments: Value,
    reply: Reply,
    cancellation: Arc<CallCancellation>,
}

/// The calls that are not answered yet.
#[derive(Default)]
struct OpenCalls(Mutex<Vec<(Value, Arc<CallCancellation>)>>);

impl OpenCalls {
    fn add(&self, id: Value) -> Arc<CallCancellation> {
        let cancellation = Arc::<CallCancellation>::default();
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.push((id, Arc::clone(&cancellation)));
        cancellation
    }

    fn cancel(&self, id: &Value) {
        let open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = open.iter().filter(|it| it.0 == *id);
        same.for_each(|(_, cancellation)| cancellation.cancel());
    }

    fn remove(&self, cancellation: &Arc<CallCancellation>) {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|it| !Arc::ptr_eq(&it.1, cancellation));
    }
}

/// Where a response goes: to the client, or into the answer to a batch.
#[derive(Clone)]
enum Reply {
    Line,
    Batch(Arc<Batch>),
}

/// The responses to a batch, which are sent together when it is dropped: when none is missing.
#[derive(Default)]
struct Batch(Mutex<Vec<Value>>);

impl Drop for Batch {
    fn drop(&mut self) {
        let responses = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !responses.is_empty() {
            write_line(&Value::Array(std::mem::take(responses)));
        }
    }
}

impl Reply {
    fn send(&self, response: Value) {
        match self {
            Self::Line => write_line(&response),
            Self::Batch(batch) => {
                let mut responses = batch.0.lock().unwrap_or_else(PoisonError::into_inner);
                responses.push(response);
            }
        }
    }
}

fn write_line(response: &Value) {
    let mut out = io::stdout().lock();
    // A client that is gone has closed standard input too.
    let _ = writeln!(out, "{response}").and_then(|()| out.flush());
}

impl McpSession {
    /// Reads messages, one on each line, until there are no more.
    fn read(&self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let mut limited = (&mut input).take(LONGEST_MESSAGE);
            if limited.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            if line.len() as u64 == LONGEST_MESSAGE && !line.ends_with(b"\n") {
                let why = "The message is longer than 16 MiB";
                Reply::Line.send(protocol::error(&Value::Null, ErrorCode::Parse, why));
                skip_line(&mut input)?;
            } else if !line.trim_ascii().is_empty() {
                self.receive(&line);
            }
        }
    }

    fn receive(&self, line: &[u8]) {
        match serde_json::from_slice(line) {
            Ok(Value::Array(batch)) if !batch.is_empty() => {
                let reply = Reply::Batch(Arc::default());
                for value in batch {
                    self.handle(IncomingMessage::from_value(value), &reply);
                }
            }
            Ok(value) => self.handle(IncomingMessage::from_value(value), &Reply::Line),
            Err(error) => {
                let why = format!("This is no JSON: {error}");
                Reply::Line.send(protocol::error(&Value::Null, ErrorCode::Parse, &why));
            }
        }
    }

    fn handle(&self, message: IncomingMessage, reply: &Reply) {
        match message {
            IncomingMessage::Request { id, method, params } => {
                self.request(id, &method, params, reply)
            }
            IncomingMessage::Notification { method, params }
                if method == "notifications/cancelled" =>
            {
                if let Some(id) = params.get("requestId") {
                    self.calls.cancel(id);
                }
            }
            IncomingMessage::Notification { .. } | IncomingMessage::Response => {}
            IncomingMessage::Invalid(response) => reply.send(response),
        }
    }

    fn request(&self, id: Value, method: &str, params: Value, reply: &Reply) {
        let response = match method {
            "initialize" => {
                let result = protocol::initialize(&params, INSTRUCTIONS);
                protocol::result(&id, &result)
            }
            "ping" => protocol::result(&id, &serde_json::json!({})),
            "tools/list" => {
                let tools: Vec<Value> = self.tools().map(Tool::listed).collect();
                protocol::result(&id, &serde_json::json!({ "tools": tools }))
            }
            "tools/call" => match self.called(params) {
                Ok((tool, arguments)) => {
                    let cancellation = self.calls.add(id.clone());
                    let reply = reply.clone();
                    // Refused only if the other thread is gone, which it is not before this one.
                    let _ = self.queue.send(QueuedCall {
                        id,
                        tool,
                        arguments,
                        reply,
                        cancellation,
                    });
                    return;
                }
                Err(why) => protocol::error(&id, ErrorCode::InvalidParams, &why),
            },
            _ => {
                let why = format!("There is no method {method}");
                protocol::error(&id, ErrorCode::MethodNotFound, &why)
            }
        };
        reply.send(response);
    }

    fn tools(&self) -> impl Iterator<Item = &'static Tool> {
        let writes = self.writes;
        TOOLS.into_iter().filter(move |tool| writes || !tool.writes)
    }

    /// The tool that a call is about, and its arguments.
    fn called(&self, mut params: Value) -> Result<(&'static Tool, Value), String> {
        let arguments = params.get_mut("arguments").map(Value::take);
        let name = params.get("name").and_then(Value::as_str);
        let name = name.ok_or("The name of the tool is missing")?;
        if let Some(tool) = self.tools().find(|it| it.name == name) {
            return Ok((tool, arguments.unwrap_or_default()));
        }
        let is_for_writers = TOOLS.iter().any(|it| it.name == name);
        Err(match is_for_writers {
            true => format!("The tool {name} is there only if the server is started with --write"),
            false => format!("There is no tool {name}"),
        })
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let part = input.fill_buf()?;
        let end = part.iter().position(|byte| *byte == b'\n');
        let (length, is_last) = match end {
            Some(end) => (end + 1, true),
            None => (part.len(), part.is_empty()),
        };
        input.consume(length);
        if is_last {
            return Ok(());
        }
    }
}

/// Answers calls until there are no more.
fn work(options: ServeOptions, calls: &Receiver<QueuedCall>, open: &OpenCalls) {
    let mut workspace = SessionWorkspace::new(options.root.clone());
    // The first call is likely to come soon.
    workspace.refresh();
    for call in calls {
        if !call.cancellation.is_cancelled() {
            let run = AssertUnwindSafe(|| run(&options, &mut workspace, &call));
            let answer = panic::catch_unwind(run).unwrap_or_else(|_| {
                Err("The tool has failed; this is a bug of puppet-analyzer".into())
            });
            let response = match answer {
                Ok(text) => Some(protocol::tool_result(&text, false)),
                Err(ToolError::Refused(why)) => Some(protocol::tool_result(&why, true)),
                Err(ToolError::Cancelled) => None,
            };
            if let Some(response) = response.filter(|_| !call.cancellation.is_cancelled()) {
                call.reply.send(protocol::result(&call.id, &response));
            }
        }
        open.remove(&call.cancellation);
    }
}

fn run(
    options: &ServeOptions,
    workspace: &mut SessionWorkspace,
    call: &QueuedCall,
) -> Result<String, ToolError> {
    let arguments = ToolArguments::check(call.arguments.clone(), call.tool.parameters)?;
    let page = arguments.page();
    workspace.refresh();
    let analysis = workspace.analysis();
    call.cancellation.cover(&analysis);
    let answer = (call.tool.run)(&ToolCall {
        workspace,
        analysis,
        arguments,
        cancellation: &call.cancellation,
        commands: options.commands,
    })?;
    Ok(answer.page(page))
}
