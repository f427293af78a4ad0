package io.tributary.lab.state;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Immutable table of allowed transitions between the values of an enum. */
public final class TransitionTable<S extends Enum<S>> {
  private final Class<S> type;
  private final Set<S> starts;
  private final Map<S, Set<S>> successors;

  private TransitionTable(Class<S> type, Set<S> starts, Map<S, Set<S>> after) {
    this.type = type;
    this.starts = Collections.unmodifiableSet(EnumSet.copyOf(starts));
    Map<S, Set<S>> copy = new EnumMap<>(type);
    after.forEach((from, to) -> copy.put(from, Collections.unmodifiableSet(EnumSet.copyOf(to))));
    this.successors = Collections.unmodifiableMap(copy);
  }

  public Set<S> starts() {
    return starts;
  }

  /**
   * Values that may follow. A value that contains itself may be repeated. Empty for a final value.
   */
  public Set<S> successors(S from) {
    return successors.getOrDefault(from, Set.of());
  }

  public boolean allows(S from, S to) {
    return successors(from).contains(to);
  }

  /** Returns whether the value is final. A value outside the table is not final. */
  public boolean isFinal(S state) {
    return states().contains(state) && successors(state).isEmpty();
  }

  public Set<S> states() {
    EnumSet<S> out = EnumSet.copyOf(starts);
    successors.forEach(
        (from, to) -> {
          out.add(from);
          out.addAll(to);
        });
    return out;
  }

  /** All values reachable from this one, including itself. */
  public Set<S> reachableFrom(S start) {
    EnumSet<S> seen = EnumSet.of(start);
    Deque<S> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      for (S next : successors(open.pop())) {
        if (seen.add(next)) {
          open.push(next);
        }
      }
    }
    return seen;
  }

  static <S extends Enum<S>> Builder<S> startingAt(S start) {
    return new Builder<>(start);
  }

  /** Builder; rows follow the usual sequence of values. */
  static final class Builder<S extends Enum<S>> {
    private final Class<S> type;
    private final Set<S> starts;
    private final Map<S, Set<S>> after;

    private Builder(S start) {
      type = start.getDeclaringClass();
      starts = EnumSet.of(start);
      after = new EnumMap<>(type);
    }

    /** Adds a row. A second row for the same value is an error. */
    @SafeVarargs
    final Builder<S> from(S from, S first, S... more) {
      Set<S> to = EnumSet.of(first);
      for (S next : more) {
        to.add(next);
      }
      if (after.put(from, to) != null) {
        throw new IllegalArgumentException("duplicate row for " + from);
      }
      return this;
    }

    TransitionTable<S> build() {
      return new TransitionTable<>(type, starts, after);
    }
  }
}
