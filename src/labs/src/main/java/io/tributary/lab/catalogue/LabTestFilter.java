package io.tributary.lab.catalogue;

import io.tributary.core.Cursor;
import io.tributary.http.QueryParameters;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which tests a list holds, and in which order.
 *
 * @param markerIds all of them are in the test
 * @param providerIds all of them are in the test
 */
record LabTestFilter(
    Generation generation,
    Optional<String> labSlug,
    Optional<CollectionMethod> method,
    Optional<LabTestStatus> status,
    List<Integer> markerIds,
    List<String> providerIds,
    String name,
    OrderKey orderKey,
    boolean descending) {

  /** Hidden tests behind orders are generated, all others are made by hand. */
  enum Generation {
    AUTO,
    MANUAL,
    ALL
  }

  /** What a list is sorted by; the id decides between equals. */
  enum OrderKey {
    PRICE,
    CREATED_AT,
    UPDATED_AT;

    /** The key of a test, as a cursor carries it. */
    String of(LabTest t) {
      return switch (this) {
        case PRICE -> String.valueOf(t.minor());
        case CREATED_AT -> t.createdAt().toString();
        case UPDATED_AT -> t.updatedAt().toString();
      };
    }

    /** The key as the database takes it. */
    Object parse(String text) {
      try {
        return this == PRICE ? (Object) Long.valueOf(text) : Instant.parse(text);
      } catch (NumberFormatException | DateTimeParseException e) {
        throw Cursor.broken();
      }
    }
  }

  private enum Direction {
    ASC,
    DESC
  }

  static LabTestFilter read(QueryParameters q) {
    return new LabTestFilter(
        choice(q, "generation_method", Generation.class).orElse(Generation.MANUAL),
        q.text("lab_slug"),
        choice(q, "collection_method", CollectionMethod.class),
        choice(q, "status", LabTestStatus.class),
        MarkerRoutes.Ints.all(q, "marker_ids"),
        q.texts("provider_ids"),
        q.text("name").map(n -> n.toLowerCase(Locale.ROOT)).orElse(""),
        choice(q, "order_key", OrderKey.class).orElse(OrderKey.CREATED_AT),
        choice(q, "order_direction", Direction.class).orElse(Direction.ASC) == Direction.DESC);
  }

  private static <E extends Enum<E>> Optional<E> choice(
      QueryParameters q, String name, Class<E> type) {
    return q.choice(name, word -> WireEnum.read(type, word), WireEnum.words(type));
  }
}
