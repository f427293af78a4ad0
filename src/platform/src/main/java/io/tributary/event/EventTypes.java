package io.tributary.event;

import io.tributary.model.Resource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The 195 event types. No other type is emitted, except {@code raw.*}, or accepted in a filter. */
public final class EventTypes {
  public static final String CONNECTION_CREATED = "provider.connection.created";
  public static final String CONNECTION_ERROR = "provider.connection.error";
  public static final String DEVICE_CREATED = "provider.device.created";
  public static final String DEVICE_UPDATED = "provider.device.updated";
  public static final String ATTEMPT_EXHAUSTED = "message.attempt.exhausted";

  /**
   * Prefixes of all event types about laboratory orders, results and reports.
   *
   * <p>Nodes of the previous version hide only these prefixes. During a rolling update, a new
   * prefix would be shown to keys that must not see it.
   */
  public static final List<String> LABORATORY = List.of("labtest.", "lab_report.");

  private static final List<String> OTHER =
      List.of(
          CONNECTION_CREATED,
          CONNECTION_ERROR,
          DEVICE_CREATED,
          DEVICE_UPDATED,
          "labtest.order.created",
          "labtest.order.updated",
          "labtest.appointment.created",
          "labtest.appointment.updated",
          "labtest.result.critical",
          "labtest.match_review.created",
          "labtest.match_review.updated",
          "lab_report.parsing_job.created",
          "lab_report.parsing_job.updated",
          "continuous_query.result_table.changed",
          ATTEMPT_EXHAUSTED);

  private static final Pattern RAW = Pattern.compile("raw\\.[a-z0-9_]{1,60}\\.[a-z0-9_]{1,60}");
  private static final Set<String> ALL = all();

  private EventTypes() {}

  private static Set<String> all() {
    Set<String> out = new TreeSet<>(OTHER);
    for (Resource r : Resource.values()) {
      out.add(created(r));
      out.add(updated(r));
      out.add(historical(r));
    }
    return Collections.unmodifiableSet(out);
  }

  public static boolean isKnown(String type) {
    return ALL.contains(type);
  }

  /** Returns whether the type is about a laboratory order, result or report. */
  public static boolean isLaboratory(String type) {
    return LABORATORY.stream().anyMatch(type::startsWith);
  }

  /**
   * Returns whether the type is {@code raw.<provider>.<resource>}, sent to streaming destinations
   * only.
   */
  static boolean isRaw(String type) {
    return RAW.matcher(type).matches();
  }

  /**
   * Returns the type prefix of a family filter such as {@code daily.data.*}; empty if the entry is
   * not a family or no type matches it.
   */
  public static Optional<String> familyPrefix(String filter) {
    if (!filter.endsWith(".*")) {
      return Optional.empty();
    }
    String start = filter.substring(0, filter.length() - 1);
    return ALL.stream().anyMatch(t -> t.startsWith(start)) ? Optional.of(start) : Optional.empty();
  }

  /** Returns all types, sorted. */
  public static Set<String> allTypes() {
    return ALL;
  }

  public static String created(Resource r) {
    return "daily.data." + r.wire() + ".created";
  }

  public static String updated(Resource r) {
    return "daily.data." + r.wire() + ".updated";
  }

  public static String historical(Resource r) {
    return "historical.data." + r.wire() + ".created";
  }
}
