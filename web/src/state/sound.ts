// Moves that are heard: read by the screen reader, clicked by a small synthesizer, spoken if wanted.

import type { GameResult } from '../api/types';
import { text } from '../text';
import { spokenMove } from '../text/speaker';
import type { NodeInfo } from './game-table';
import { messages } from './messages.svelte';
import { settings } from './settings.svelte';

export function announceMove(node: NodeInfo, result: GameResult | undefined, speaker = text.speaker) {
  const mover = speaker.side(node.turn === 'black' ? 'white' : 'black');
  const words = text.move.spoken(mover, spokenMove(node.move!, speaker));
  if (!result) messages.announce(words);
  if (canSound()) knock(node.move!.captured.length);
  if (settings.speech) speak(result ? `${words} ${text.result(result, speaker.side)}` : words);
}

function speak(words: string) {
  if (!('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(words);
  said.lang = document.documentElement.lang;
  speechSynthesis.speak(said);
}

/** Browsers let nothing be heard before the person has done something. */
const canSound = () => settings.sound && 'AudioContext' in globalThis && (navigator.userActivation?.hasBeenActive ?? true);

let audio: AudioContext | undefined;

/** Calls the person: two tones upwards. */
export function chime() {
  if (!canSound()) return;
  audio ??= new AudioContext();
  for (const [i, pitch] of [520, 780].entries()) tap(audio, audio.currentTime + 0.14 * i, pitch);
}

/** The sound of a piece set down; one more for each piece that is taken. */
function knock(captured: number) {
  audio ??= new AudioContext();
  for (let i = 0; i <= captured; i++) tap(audio, audio.currentTime + 0.11 * i, i === 0 ? 210 : 320);
}

function tap(audio: AudioContext, at: number, pitch: number) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, at + 0.08);
  volume.gain.setValueAtTime(0.5, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.1);
}
