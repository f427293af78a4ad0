package io.tributary.lab.order;

import io.tributary.core.Times;
import io.tributary.http.QueryParameters;
import io.tributary.lab.catalogue.Trigrams;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Filter and sort order of a list of orders.
 *
 * @param statuses low-level statuses; empty = all
 * @param modalities column values; empty = all
 * @param scheduled empty = both
 * @param ids empty = all
 */
record OrderFilter(
    Optional<Instant> createdFrom,
    Optional<Instant> createdTo,
    Optional<Instant> movedFrom,
    Optional<Instant> movedTo,
    List<String> statuses,
    List<String> modalities,
    Optional<Boolean> scheduled,
    Optional<String> interpretation,
    Optional<Boolean> critical,
    Optional<UUID> user,
    List<UUID> ids,
    Optional<UUID> transaction,
    Optional<String> patient,
    Optional<String> recipient,
    Optional<String> search,
    OrderSortKey key,
    boolean descending) {
  private static final List<String> INTERPRETATIONS =
      List.of("normal", "abnormal", "critical", "unknown");
  private static final List<String> ACTIVATIONS = List.of("current", "scheduled");
  private static final List<String> DIRECTIONS = List.of("asc", "desc");
  private static final List<String> METHODS =
      Arrays.stream(Modality.values()).map(Modality::collectionMethod).distinct().toList();

  /** Number of characters of the team ID that prefix each trigram. */
  private static final int TEAM_PREFIX_LENGTH = 8;

  /** Last instant of a day at the database's precision. */
  private static final LocalTime END_OF_DAY = LocalTime.of(23, 59, 59, 999_999_000);

  enum OrderSortKey {
    CREATED_AT("o.created_at"),
    PATIENT_NAME("coalesce(o.patient_name, '')"),
    LAST_STATUS("o.status_at");

    private final String column;

    OrderSortKey(String column) {
      this.column = column;
    }

    String column() {
      return column;
    }

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Optional<OrderSortKey> fromWireName(String word) {
      return Arrays.stream(values()).filter(k -> k.wireName().equals(word)).findFirst();
    }
  }

  static OrderFilter read(QueryParameters q) {
    List<String> activations = parseWords(q, "order_activation_types", ACTIVATIONS);
    Optional<Instant> from = parseInstant(q, "start_date", LocalTime.MIN);
    Optional<Instant> to = parseInstant(q, "end_date", END_OF_DAY);
    requireOrdered(q, from, to, "start_date", "end_date");
    Optional<Instant> movedFrom = parseInstant(q, "updated_start_date", LocalTime.MIN);
    // As clients expect: the end date itself is excluded.
    Optional<Instant> movedTo = parseInstant(q, "updated_end_date", LocalTime.MIN);
    requireOrdered(q, movedFrom, movedTo, "updated_start_date", "updated_end_date");
    return new OrderFilter(
        from,
        to,
        movedFrom,
        movedTo,
        parseWords(
            q, "status", Arrays.stream(LowStatus.values()).map(LowStatus::wireName).toList()),
        parseWords(q, "order_type", METHODS).stream().flatMap(OrderFilter::modalities).toList(),
        activations.stream().distinct().count() == 1
            ? Optional.of(activations.getFirst().equals("scheduled"))
            : Optional.empty(),
        q.choice(
            "interpretation",
            w -> PersonForm.caseInsensitiveMatch(INTERPRETATIONS, w),
            INTERPRETATIONS),
        q.choice("is_critical", OrderFilter::parseFlag, List.of("true", "false")),
        q.uuid("user_id"),
        q.uuids("order_ids"),
        q.uuid("order_transaction_id"),
        q.text("patient_name").map(OrderFilter::fold),
        q.text("shipping_recipient_name").map(OrderFilter::fold),
        q.text("search_input").map(OrderFilter::fold),
        q.choice(
                "order_key",
                OrderSortKey::fromWireName,
                Arrays.stream(OrderSortKey.values()).map(OrderSortKey::wireName).toList())
            .orElse(OrderSortKey.CREATED_AT),
        q.choice("order_direction", w -> PersonForm.caseInsensitiveMatch(DIRECTIONS, w), DIRECTIONS)
            .orElse("desc")
            .equals("desc"));
  }

  private static void requireOrdered(
      QueryParameters q, Optional<Instant> from, Optional<Instant> to, String first, String last) {
    to.filter(t -> from.filter(t::isBefore).isPresent())
        .ifPresent(t -> q.addError(last, last + " is before " + first, "value_error"));
  }

  /**
   * Trigrams that matching orders must have, in the form of lab_order_search; empty when all search
   * texts are too short.
   */
  String[] searchTrigrams(UUID team) {
    String prefix = team.toString().substring(0, TEAM_PREFIX_LENGTH);
    return Stream.of(patient, recipient, search)
        .flatMap(Optional::stream)
        .flatMap(text -> Stream.of(Trigrams.of(text)))
        .distinct()
        .map(g -> prefix + g)
        .toArray(String[]::new);
  }

  private static Stream<String> modalities(String method) {
    return Arrays.stream(Modality.values())
        .filter(m -> m.collectionMethod().equals(method))
        .map(OrderRow::columnValue);
  }

  private static Optional<Boolean> parseFlag(String word) {
    return switch (word) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static String fold(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  private static List<String> parseWords(QueryParameters q, String name, List<String> allowed) {
    List<String> out = q.texts(name);
    if (!allowed.containsAll(out)) {
      q.addError(name, "Input should be one of: " + String.join(", ", allowed), "enum");
    }
    return out;
  }

  private static Optional<Instant> parseInstant(
      QueryParameters q, String name, LocalTime ofBareDate) {
    Optional<String> text = q.text(name);
    Optional<Instant> at =
        text.flatMap(
            t ->
                Times.parseDate(t)
                    .filter(OrderFilter::isStorable)
                    .map(d -> d.atTime(ofBareDate).toInstant(ZoneOffset.UTC))
                    .or(() -> Times.parseInstant(t)));
    if (text.isPresent() && at.isEmpty()) {
      q.addError(name, "Input should be a date or a date-time", "datetime_parsing");
    }
    return at;
  }

  private static boolean isStorable(LocalDate day) {
    return day.getYear() >= 1 && day.getYear() <= 9999;
  }
}
