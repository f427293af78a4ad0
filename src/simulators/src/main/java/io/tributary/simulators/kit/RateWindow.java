package io.tributary.simulators.kit;

import java.util.ArrayDeque;

/** Calls of one caller under one limit. */
final class RateWindow {
  private record Call(long at, int units) {}

  private final long length;
  private final boolean aligned;
  private final ArrayDeque<Call> passed = new ArrayDeque<>();
  private final ArrayDeque<Call> attempts = new ArrayDeque<>();
  private int usedUnits;
  private int attemptedUnits;
  private int most;

  RateWindow(RateQuotas.Limit limit) {
    this.length = limit.window().toMillis();
    this.aligned = limit.aligned();
  }

  /** Counts an attempt, whether it passes or not. */
  void countAttempt(long now, int units) {
    attemptedUnits -= expire(attempts, now);
    attempts.addLast(new Call(now, units));
    attemptedUnits += units;
    most = Math.max(most, attemptedUnits);
  }

  /** Returns the milliseconds until this many units fit; 0 if they fit now. */
  long millisUntilFree(long now, int units, int allowed) {
    usedUnits -= expire(passed, now);
    if (usedUnits + units <= allowed) {
      return 0;
    }
    if (aligned || passed.isEmpty()) {
      return length - Math.floorMod(now, length);
    }
    int free = allowed - usedUnits;
    for (Call call : passed) {
      free += call.units();
      if (free >= units) {
        return call.at() + length - now;
      }
    }
    return length;
  }

  void addPassed(long now, int units) {
    passed.addLast(new Call(now, units));
    usedUnits += units;
  }

  int used(long now) {
    usedUnits -= expire(passed, now);
    return usedUnits;
  }

  /** Returns the milliseconds until the window restarts or its oldest call leaves it. */
  long millisUntilReset(long now) {
    if (aligned) {
      return length - Math.floorMod(now, length);
    }
    return passed.isEmpty() ? length : passed.peekFirst().at() + length - now;
  }

  int maxUnits() {
    return most;
  }

  private int expire(ArrayDeque<Call> calls, long now) {
    int gone = 0;
    while (!calls.isEmpty() && hasExpired(calls.peekFirst().at(), now)) {
      gone += calls.removeFirst().units();
    }
    return gone;
  }

  private boolean hasExpired(long at, long now) {
    return aligned ? Math.floorDiv(at, length) < Math.floorDiv(now, length) : at + length <= now;
  }
}
