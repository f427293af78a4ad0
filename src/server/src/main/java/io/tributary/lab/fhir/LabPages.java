package io.tributary.lab.fhir;

import io.tributary.core.Cursor;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.fhir.DateRangeFilter;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.sampleblock.EpochMicros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Pages of what orders become, in the order in which these were placed. A page costs what it holds,
 * whatever lies before and behind it. For virtual threads.
 */
final class LabPages {
  /** A position of a cursor begins so, and no resource of wearables has this name. */
  static final String NAME = "lab";

  /** Orders read at once. */
  private static final int BATCH = 50;

  /** Orders that a page may look at for each match that it may hold, and at least. */
  private static final int EFFORT = 20;

  private static final int LEAST_EFFORT = 1000;

  /** What stands for all of an order in a position. */
  private static final String ALL = "";

  private static final Pattern ID =
      Pattern.compile(
          "(?:lab-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9a-f-]{1,23})?");

  private final OrderRecordReader dossiers;

  LabPages(OrderRecordReader dossiers) {
    this.dossiers = dossiers;
  }

  /** A match with the order that it is of. */
  record Match(OrderRecord dossier, LabResource resource) {}

  /**
   * @param next the position to go on after; empty at the end
   */
  record Page(List<Match> matches, Optional<List<String>> next) {}

  /**
   * What is wanted.
   *
   * @param placedFrom first instant of orders
   * @param placedTo last one
   */
  record Wanted(
      LabType type,
      Optional<UUID> user,
      Instant placedFrom,
      Instant placedTo,
      BiPredicate<OrderRecord, LabResource> filter) {}

  static List<LabResource> resources(LabType type, OrderRecord d, FhirBaseUrl urls) {
    return switch (type) {
      case SERVICE_REQUEST -> ServiceRequests.of(d, urls);
      case DIAGNOSTIC_REPORT -> DiagnosticReports.of(d, urls);
      case SPECIMEN -> Specimens.of(d, urls);
      case OBSERVATION -> ResultObservations.of(d, urls);
    };
  }

  /** Those with these ids that are the tenant's, by the time of their orders. */
  List<Match> byId(
      Tenant tenant,
      LabType type,
      Set<String> ids,
      BiPredicate<OrderRecord, LabResource> filter,
      FhirBaseUrl urls) {
    List<UUID> orders = ids.stream().flatMap(id -> order(id).stream()).distinct().toList();
    return dossiers.byId(tenant, orders).stream()
        .flatMap(d -> matches(type, d, urls))
        .filter(m -> ids.contains(m.resource().id()))
        .filter(m -> filter.test(m.dossier(), m.resource()))
        .toList();
  }

  private static Stream<Match> matches(LabType type, OrderRecord d, FhirBaseUrl urls) {
    return resources(type, d, urls).stream().map(r -> new Match(d, r));
  }

  /** The order that an id is of. */
  private static Optional<UUID> order(String id) {
    Matcher m = ID.matcher(id);
    return m.matches() ? Optional.of(UUID.fromString(m.group(1))) : Optional.empty();
  }

  /**
   * @param count most matches; 0 asks whether there are any
   * @param after position that an earlier page gave
   */
  Page page(
      Tenant tenant, Wanted wanted, int count, Optional<List<String>> after, FhirBaseUrl urls) {
    Run run = new Run(wanted, count, after, urls);
    while (run.next == null) {
      List<OrderRecord> some = dossiers.page(tenant, run.range(), BATCH);
      for (OrderRecord d : some) {
        if (!run.take(d)) {
          break;
        }
      }
      if (some.size() < BATCH) {
        break;
      }
    }
    return new Page(run.out, Optional.ofNullable(run.next));
  }

  private static final class Run {
    private final Wanted wanted;
    private final int count;
    private final FhirBaseUrl urls;
    private final List<Match> out = new ArrayList<>();
    private List<String> last;
    private List<String> next;
    private int seen;

    Run(Wanted wanted, int count, Optional<List<String>> after, FhirBaseUrl urls) {
      this.wanted = wanted;
      this.count = count;
      this.urls = urls;
      this.last =
          after.orElseGet(
              () ->
                  List.of(
                      NAME,
                      String.valueOf(EpochMicros.of(wanted.placedFrom())),
                      Ids.NIL.toString(),
                      ALL));
    }

    OrderRecordReader.Range range() {
      return new OrderRecordReader.Range(
          wanted.user(),
          instant(last.get(1)),
          Cursor.uuid(last.get(2)),
          wanted.placedFrom(),
          wanted.placedTo(),
          wanted.type() != LabType.SERVICE_REQUEST);
    }

    /** False when the page ends within this order. */
    boolean take(OrderRecord d) {
      List<LabResource> all = resources(wanted.type(), d, urls);
      if (d.id().toString().equals(last.get(2))) {
        all = behind(all, last.get(3));
      } else if (++seen > Math.max(LEAST_EFFORT, count * EFFORT)) {
        next = last;
        return false;
      }
      for (LabResource r : all) {
        if (wanted.filter().test(d, r)) {
          if (out.size() == count) {
            next = last;
            return false;
          }
          out.add(new Match(d, r));
          last = place(d, r.id());
        }
      }
      last = place(d, ALL);
      return true;
    }

    private static List<String> place(OrderRecord d, String id) {
      return List.of(NAME, String.valueOf(EpochMicros.of(d.createdAt())), d.id().toString(), id);
    }

    /**
     * What comes after a resource. When that is gone, since the order has changed, all of it comes
     * again: twice is better than never.
     */
    private static List<LabResource> behind(List<LabResource> all, String id) {
      if (id.equals(ALL)) {
        return List.of();
      }
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).id().equals(id)) {
          return all.subList(i + 1, all.size());
        }
      }
      return all;
    }
  }

  private static Instant instant(String micros) {
    try {
      Instant at = EpochMicros.instant(Long.parseLong(micros));
      if (!at.isBefore(DateRangeFilter.ALWAYS.from()) && !at.isAfter(DateRangeFilter.ALWAYS.to())) {
        return at;
      }
    } catch (NumberFormatException e) {
      // as one out of bounds
    }
    throw Cursor.broken();
  }
}
