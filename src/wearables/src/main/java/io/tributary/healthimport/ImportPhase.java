package io.tributary.healthimport;

import io.tributary.provider.apple.PendingRecord;
import java.util.Locale;
import java.util.Optional;

/** The steps of an import, in their order. Each is repeatable and says where it goes on. */
enum ImportPhase {
  /** Reads the XML; the position is a byte of it. */
  READ(null),
  /** Reads the recordings beside it; the position is how many are done. */
  ECG(null),
  PRESSURE(PendingRecord.Kind.PRESSURE),
  BODY(PendingRecord.Kind.BODY),
  MEAL(PendingRecord.Kind.MEAL),
  CYCLE(PendingRecord.Kind.CYCLE),
  PROFILE(null),
  /** From here on with the samples of the file, which are all stored by now. */
  SLEEP(PendingRecord.Kind.SLEEP),
  WORKOUT(PendingRecord.Kind.WORKOUT),
  ACTIVITY(null),
  /** Events, and the end. */
  FINISH(null);

  private final PendingRecord.Kind kind;

  ImportPhase(PendingRecord.Kind kind) {
    this.kind = kind;
  }

  /** The facts that are joined group by group; the position is the key of the last one. */
  Optional<PendingRecord.Kind> kind() {
    return Optional.ofNullable(kind);
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ImportPhase of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  ImportPhase next() {
    return values()[ordinal() + 1];
  }
}
