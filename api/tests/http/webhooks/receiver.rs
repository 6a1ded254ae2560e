//! A receiver of messages on this machine.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Condvar, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

/// A message as it arrived.
#[derive(Debug, Clone)]
pub struct Arrived {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Arrived {
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn event(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    /// Whether one of its signatures is by this secret.
    pub fn is_signed_by(&self, secret: &str) -> bool {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let (id, at) = (self.header("webhook-id"), self.header("webhook-timestamp"));
        mac.update(format!("{id}.{at}.{}", self.body).as_bytes());
        let right = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        self.header("webhook-signature")
            .split(' ')
            .any(|signature| signature == right)
    }
}

/// Whether a receiver holds its answers back.
type Gate = Arc<(Mutex<bool>, Condvar)>;

/// A server on this machine that keeps what it is sent and answers as it is told, with 200 where it is told nothing.
pub struct Receiver {
    pub port: u16,
    arrived: Arc<Mutex<Vec<Arrived>>>,
    answers: Arc<Mutex<VecDeque<String>>>,
    holds_back: Gate,
}

impl Receiver {
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let receiver = Self {
            port: listener.local_addr().unwrap().port(),
            arrived: Arc::default(),
            answers: Arc::default(),
            holds_back: Arc::default(),
        };
        let (arrived, answers) = (Arc::clone(&receiver.arrived), Arc::clone(&receiver.answers));
        let gate = Arc::clone(&receiver.holds_back);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut reader = BufReader::new(stream.unwrap());
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
                let mut headers = Vec::new();
                loop {
                    let mut line = String::new();
                    reader.read_line(&mut line).unwrap();
                    let Some((name, value)) = line.trim_end().split_once(": ") else {
                        break;
                    };
                    headers.push((name.to_lowercase(), value.to_owned()));
                }
                let length = headers.iter().find(|(name, _)| name == "content-length");
                let mut body = vec![0; length.map_or(0, |(_, length)| length.parse().unwrap())];
                reader.read_exact(&mut body).unwrap();
                arrived.lock().unwrap().push(Arrived {
                    path,
                    headers,
                    body: String::from_utf8(body).unwrap(),
                });
                let (is_closed, changed) = &*gate;
                drop(
                    changed
                        .wait_while(is_closed.lock().unwrap(), |closed| *closed)
                        .unwrap(),
                );
                let answer = answers.lock().unwrap().pop_front();
                let head = answer.unwrap_or_else(|| "200 OK".to_owned());
                let answer = format!("HTTP/1.1 {head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                reader.into_inner().write_all(answer.as_bytes()).unwrap();
            }
        });
        receiver
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook", self.port)
    }

    pub fn answer(&self, heads: &[&str]) {
        let mut answers = self.answers.lock().unwrap();
        answers.extend(heads.iter().map(|head| (*head).to_owned()));
    }

    /// Reads messages and answers none until this is called with `false`.
    pub fn hold_answers(&self, hold: bool) {
        let (is_closed, changed) = &*self.holds_back;
        *is_closed.lock().unwrap() = hold;
        changed.notify_all();
    }

    /// The messages that have arrived since this was asked last.
    pub fn arrived(&self) -> Vec<Arrived> {
        std::mem::take(&mut self.arrived.lock().unwrap())
    }

    /// The events that have arrived since, in their order.
    pub fn events(&self) -> Vec<String> {
        self.arrived().iter().map(Arrived::event).collect()
    }
}
