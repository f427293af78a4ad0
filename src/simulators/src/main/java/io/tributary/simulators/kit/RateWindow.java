package io.tributary.simulators.kit;

import java.util.ArrayDeque;

/** The calls of one caller under one limit. */
final class RateWindow {
  private record Call(long at, int units) {}

  private final long length;
  private final boolean aligned;
  private final ArrayDeque<Call> passed = new ArrayDeque<>();
  private final ArrayDeque<Call> tried = new ArrayDeque<>();
  private int used;
  private int attempted;
  private int most;

  RateWindow(RateQuotas.Limit limit) {
    this.length = limit.window().toMillis();
    this.aligned = limit.aligned();
  }

  /** Counts an attempt, whatever becomes of it. */
  void tried(long now, int units) {
    attempted -= forget(tried, now);
    tried.addLast(new Call(now, units));
    attempted += units;
    most = Math.max(most, attempted);
  }

  /** Milliseconds until so many units fit; 0: now. */
  long wait(long now, int units, int allowed) {
    used -= forget(passed, now);
    if (used + units <= allowed) {
      return 0;
    }
    if (aligned || passed.isEmpty()) {
      return length - Math.floorMod(now, length);
    }
    int free = allowed - used;
    for (Call call : passed) {
      free += call.units();
      if (free >= units) {
        return call.at() + length - now;
      }
    }
    return length;
  }

  void pass(long now, int units) {
    passed.addLast(new Call(now, units));
    used += units;
  }

  int used(long now) {
    used -= forget(passed, now);
    return used;
  }

  /** Milliseconds until the window is new, or its oldest call is forgotten. */
  long reset(long now) {
    if (aligned) {
      return length - Math.floorMod(now, length);
    }
    return passed.isEmpty() ? length : passed.peekFirst().at() + length - now;
  }

  int most() {
    return most;
  }

  private int forget(ArrayDeque<Call> calls, long now) {
    int gone = 0;
    while (!calls.isEmpty() && isOver(calls.peekFirst().at(), now)) {
      gone += calls.removeFirst().units();
    }
    return gone;
  }

  private boolean isOver(long at, long now) {
    return aligned ? Math.floorDiv(at, length) < Math.floorDiv(now, length) : at + length <= now;
  }
}
