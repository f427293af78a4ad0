package io.tributary.lab.catalogue;

import io.tributary.core.Cursor;
import io.tributary.http.QueryParameters;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Filter and sort order of a list of tests.
 *
 * @param markerIds markers that the test must all contain
 * @param providerIds lab codes that the test must all contain
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

  /** Origin of tests: hidden tests behind orders are generated, all others are created manually. */
  enum Generation {
    AUTO,
    MANUAL,
    ALL
  }

  /** Sort key of a list; the ID breaks ties. */
  enum OrderKey {
    PRICE,
    CREATED_AT,
    UPDATED_AT;

    /** Key of a test, as a cursor carries it. */
    String valueOfTest(LabTest t) {
      return switch (this) {
        case PRICE -> String.valueOf(t.priceCents());
        case CREATED_AT -> t.createdAt().toString();
        case UPDATED_AT -> t.updatedAt().toString();
      };
    }

    /** Key as an SQL argument. */
    Object parseValue(String text) {
      try {
        return this == PRICE ? (Object) Long.valueOf(text) : Instant.parse(text);
      } catch (NumberFormatException | DateTimeParseException e) {
        throw Cursor.malformed();
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
        MarkerRoutes.IntegerParameters.repeated(q, "marker_ids"),
        q.texts("provider_ids"),
        q.text("name").map(n -> n.toLowerCase(Locale.ROOT)).orElse(""),
        choice(q, "order_key", OrderKey.class).orElse(OrderKey.CREATED_AT),
        choice(q, "order_direction", Direction.class).orElse(Direction.ASC) == Direction.DESC);
  }

  private static <E extends Enum<E>> Optional<E> choice(
      QueryParameters q, String name, Class<E> type) {
    return q.choice(name, word -> WireEnum.parse(type, word), WireEnum.wireNames(type));
  }
}
