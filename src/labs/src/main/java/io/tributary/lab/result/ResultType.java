package io.tributary.lab.result;

import io.tributary.lab.protocol.ResultValue;
import java.util.Locale;
import java.util.Optional;

/** What kind of value a result has for clients: labs.md §12. */
public enum ResultType {
  NUMERIC,
  RANGE,
  COMMENT,
  CODED_VALUE;

  /**
   * Codes are told as such only for results that are known to be codes; for others their words are
   * what people read. Empty for files and for nothing.
   */
  static Optional<ResultType> of(String providerId, ResultValue value) {
    if (CodedResults.isCoded(providerId) && !value.shown().isBlank()) {
      return Optional.of(CODED_VALUE);
    }
    return value
        .kind()
        .map(
            kind ->
                switch (kind) {
                  case NUMERIC -> NUMERIC;
                  case RANGE -> RANGE;
                  case COMMENT, CODED -> COMMENT;
                });
  }

  /** As it is written in JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
