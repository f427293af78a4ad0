package io.tributary.lab.result;

import io.tributary.lab.protocol.ResultValue;
import java.util.Locale;
import java.util.Optional;

/** Value type of a result in the API. */
public enum ResultType {
  NUMERIC,
  RANGE,
  COMMENT,
  CODED_VALUE;

  /**
   * Returns the type. Only results known to be coded are reported as codes; for others the text is
   * what people read. Empty for documents and for absent values.
   */
  static Optional<ResultType> typeOf(String providerId, ResultValue value) {
    if (CodedResults.isCoded(providerId) && !value.displayText().isBlank()) {
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

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
