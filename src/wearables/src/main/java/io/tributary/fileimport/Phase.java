package io.tributary.fileimport;

import io.tributary.provider.apple.Fact;
import java.util.Locale;
import java.util.Optional;

/** The steps of an import, in their order. Each is repeatable and says where it goes on. */
enum Phase {
  /** Reads the XML; the position is a byte of it. */
  READ(null),
  /** Reads the recordings beside it; the position is how many are done. */
  ECG(null),
  PRESSURE(Fact.Kind.PRESSURE),
  BODY(Fact.Kind.BODY),
  MEAL(Fact.Kind.MEAL),
  CYCLE(Fact.Kind.CYCLE),
  PROFILE(null),
  /** From here on with the samples of the file, which are all stored by now. */
  SLEEP(Fact.Kind.SLEEP),
  WORKOUT(Fact.Kind.WORKOUT),
  ACTIVITY(null),
  /** Events, and the end. */
  FINISH(null);

  private final Fact.Kind kind;

  Phase(Fact.Kind kind) {
    this.kind = kind;
  }

  /** The facts that are joined group by group; the position is the key of the last one. */
  Optional<Fact.Kind> kind() {
    return Optional.ofNullable(kind);
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Phase of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  Phase next() {
    return values()[ordinal() + 1];
  }
}
