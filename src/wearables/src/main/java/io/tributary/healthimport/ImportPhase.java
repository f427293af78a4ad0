package io.tributary.healthimport;

import io.tributary.provider.apple.PendingRecord;
import java.util.Locale;
import java.util.Optional;

/** Phases of an import in order. Each phase is repeatable and records its position. */
enum ImportPhase {
  /** Reads the XML; the position is a byte offset. */
  READ(null),
  /** Reads the ECG recordings in the zip; the position is the number completed. */
  ECG(null),
  PRESSURE(PendingRecord.Kind.PRESSURE),
  BODY(PendingRecord.Kind.BODY),
  MEAL(PendingRecord.Kind.MEAL),
  CYCLE(PendingRecord.Kind.CYCLE),
  PROFILE(null),
  /**
   * Sleep phase. It and the following phases use the samples of the file, which are all stored by
   * now.
   */
  SLEEP(PendingRecord.Kind.SLEEP),
  WORKOUT(PendingRecord.Kind.WORKOUT),
  ACTIVITY(null),
  /** Emits the events and ends the import. */
  FINISH(null);

  private final PendingRecord.Kind kind;

  ImportPhase(PendingRecord.Kind kind) {
    this.kind = kind;
  }

  /**
   * Returns the kind of pending records that the phase joins into groups; the position is the key
   * of the last record.
   */
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
