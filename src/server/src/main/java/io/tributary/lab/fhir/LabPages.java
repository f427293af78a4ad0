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
 * Pages through the resources of orders, sorted by order creation. The cost of a page depends on
 * its own content only, not on its position. Call on virtual threads.
 *
 * <p>A cursor holds the creation time and ID of an order and the last resource returned of it. A
 * page ends after {@code count} matches. It also ends after scanning 20 orders per possible match,
 * but at least 1000, so that a filter with few matches cannot make a page arbitrarily expensive.
 */
final class LabPages {
  /** First element of a cursor position; no resource type of the wearables has this name. */
  static final String CURSOR_TYPE = "lab";

  /** Orders read per query. */
  private static final int BATCH = 50;

  /** Orders that a page may scan for each possible match, subject to the minimum below. */
  private static final int ORDERS_PER_MATCH = 20;

  private static final int MIN_ORDERS = 1000;

  /** Resource ID in a position that stands for all resources of the order. */
  private static final String WHOLE_ORDER = "";

  private static final Pattern ID =
      Pattern.compile(
          "(?:lab-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9a-f-]{1,23})?");

  private final OrderRecordReader records;

  LabPages(OrderRecordReader dossiers) {
    this.records = dossiers;
  }

  /** A matching resource with its order. */
  record Match(OrderRecord order, LabResource resource) {}

  /**
   * @param next position after which the next page starts; empty at the end
   */
  record Page(List<Match> matches, Optional<List<String>> next) {}

  /**
   * Criteria of a page.
   *
   * @param placedFrom earliest order time
   * @param placedTo latest order time
   */
  record PageCriteria(
      LabType type,
      Optional<UUID> user,
      Instant placedFrom,
      Instant placedTo,
      BiPredicate<OrderRecord, LabResource> filter) {}

  static List<LabResource> resources(LabType type, OrderRecord d, FhirBaseUrl urls) {
    return switch (type) {
      case SERVICE_REQUEST -> ServiceRequests.build(d, urls);
      case DIAGNOSTIC_REPORT -> DiagnosticReports.build(d, urls);
      case SPECIMEN -> Specimens.build(d, urls);
      case OBSERVATION -> ResultObservations.build(d, urls);
    };
  }

  /** Resources with these IDs that belong to the tenant, sorted by their orders' time. */
  List<Match> byId(
      Tenant tenant,
      LabType type,
      Set<String> ids,
      BiPredicate<OrderRecord, LabResource> filter,
      FhirBaseUrl urls) {
    List<UUID> orders = ids.stream().flatMap(id -> orderOfId(id).stream()).distinct().toList();
    return records.byId(tenant, orders).stream()
        .flatMap(d -> matches(type, d, urls))
        .filter(m -> ids.contains(m.resource().id()))
        .filter(m -> filter.test(m.order(), m.resource()))
        .toList();
  }

  private static Stream<Match> matches(LabType type, OrderRecord d, FhirBaseUrl urls) {
    return resources(type, d, urls).stream().map(r -> new Match(d, r));
  }

  /** Order that a resource ID belongs to. */
  private static Optional<UUID> orderOfId(String id) {
    Matcher m = ID.matcher(id);
    return m.matches() ? Optional.of(UUID.fromString(m.group(1))) : Optional.empty();
  }

  /**
   * @param count maximum number of matches; 0 checks whether there are any
   * @param after position from an earlier page
   */
  Page nextPage(
      Tenant tenant,
      PageCriteria wanted,
      int count,
      Optional<List<String>> after,
      FhirBaseUrl urls) {
    PageScan run = new PageScan(wanted, count, after, urls);
    while (run.next == null) {
      List<OrderRecord> some = records.page(tenant, run.range(), BATCH);
      for (OrderRecord d : some) {
        if (!run.addOrder(d)) {
          break;
        }
      }
      if (some.size() < BATCH) {
        break;
      }
    }
    return new Page(run.found, Optional.ofNullable(run.next));
  }

  private static final class PageScan {
    private final PageCriteria wanted;
    private final int count;
    private final FhirBaseUrl urls;
    private final List<Match> found = new ArrayList<>();
    private List<String> last;
    private List<String> next;
    private int scannedOrders;

    PageScan(PageCriteria wanted, int count, Optional<List<String>> after, FhirBaseUrl urls) {
      this.wanted = wanted;
      this.count = count;
      this.urls = urls;
      this.last =
          after.orElseGet(
              () ->
                  List.of(
                      CURSOR_TYPE,
                      String.valueOf(EpochMicros.of(wanted.placedFrom())),
                      Ids.DEFAULT_APP.toString(),
                      WHOLE_ORDER));
    }

    OrderRecordReader.Range range() {
      return new OrderRecordReader.Range(
          wanted.user(),
          parsePosition(last.get(1)),
          Cursor.parseUuid(last.get(2)),
          wanted.placedFrom(),
          wanted.placedTo(),
          wanted.type() != LabType.SERVICE_REQUEST);
    }

    /** Adds the order's matches; returns false when the page ends within this order. */
    boolean addOrder(OrderRecord d) {
      List<LabResource> all = resources(wanted.type(), d, urls);
      if (d.id().toString().equals(last.get(2))) {
        all = resourcesAfter(all, last.get(3));
      } else if (++scannedOrders > Math.max(MIN_ORDERS, count * ORDERS_PER_MATCH)) {
        next = last;
        return false;
      }
      for (LabResource r : all) {
        if (wanted.filter().test(d, r)) {
          if (found.size() == count) {
            next = last;
            return false;
          }
          found.add(new Match(d, r));
          last = position(d, r.id());
        }
      }
      last = position(d, WHOLE_ORDER);
      return true;
    }

    private static List<String> position(OrderRecord d, String id) {
      return List.of(
          CURSOR_TYPE, String.valueOf(EpochMicros.of(d.createdAt())), d.id().toString(), id);
    }

    /**
     * Resources that follow a resource of the order. If that resource no longer exists because the
     * order has changed, all resources are returned again: duplicates are preferable to gaps.
     */
    private static List<LabResource> resourcesAfter(List<LabResource> all, String id) {
      if (id.equals(WHOLE_ORDER)) {
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

  private static Instant parsePosition(String micros) {
    try {
      Instant at = EpochMicros.instant(Long.parseLong(micros));
      if (!at.isBefore(DateRangeFilter.ALWAYS.from()) && !at.isAfter(DateRangeFilter.ALWAYS.to())) {
        return at;
      }
    } catch (NumberFormatException e) {
      // Treated like a time out of range.
    }
    throw Cursor.malformed();
  }
}
