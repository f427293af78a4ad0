package io.tributary.lab.fhir;

import io.tributary.fhir.Code;
import io.tributary.fhir.DateRangeFilter;
import io.tributary.fhir.Paging;
import io.tributary.fhir.SearchParameters;
import io.tributary.fhir.TokenParameter;
import io.tributary.http.RequestContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * FHIR search over the resources of orders.
 *
 * @param user empty = any user of the team
 * @param ids empty = any
 * @param codes a resource must match one token of each list
 * @param statuses likewise
 * @param categories likewise
 * @param requests IDs of ServiceRequests of which a report must answer one; empty = any
 * @param includes resources to include with the matches
 */
record LabSearch(
    LabType type,
    Optional<UUID> user,
    Set<String> ids,
    DateRangeFilter when,
    List<List<TokenParameter>> codes,
    List<List<TokenParameter>> statuses,
    List<List<TokenParameter>> categories,
    Set<String> requests,
    Set<LabType> includes,
    Paging paging) {
  /** Supported values of {@code _include} for reports. */
  static final List<String> INCLUDES =
      List.of("DiagnosticReport:based-on", "DiagnosticReport:result", "DiagnosticReport:specimen");

  private static final String INCLUDE = "_include";
  private static final Pattern REQUEST =
      Pattern.compile("(?:(?:https?://[^?#]+/)?ServiceRequest/)?([0-9a-zA-Z.-]{1,64})");

  static LabSearch read(LabType type, RequestContext call, int count, int most) {
    List<String> own = new ArrayList<>(type.searchParameters());
    own.add("status");
    own.add(type.dateParameter());
    if (type == LabType.DIAGNOSTIC_REPORT) {
      own.add(INCLUDE);
    }
    SearchParameters in = new SearchParameters(call, own);
    return new LabSearch(
        type,
        in.patient(),
        in.ids(),
        in.date(type.dateParameter()),
        tokens(in, own, "code"),
        in.tokens("status"),
        tokens(in, own, "category"),
        own.contains("based-on") ? requests(call, in) : Set.of(),
        own.contains(INCLUDE) ? includes(call, in) : Set.of(),
        in.paging(count, most));
  }

  private static List<List<TokenParameter>> tokens(
      SearchParameters in, List<String> own, String name) {
    return own.contains(name) ? in.tokens(name) : List.of();
  }

  private static Set<String> requests(RequestContext call, SearchParameters in) {
    Set<String> out = new LinkedHashSet<>();
    for (String text : call.query().texts("based-on")) {
      for (String one : text.split(",", -1)) {
        Matcher m = REQUEST.matcher(one);
        if (m.matches()) {
          out.add(m.group(1));
        } else {
          in.fault("based-on", "not the id of a ServiceRequest");
        }
      }
      in.addToQuery("based-on", text);
    }
    return out;
  }

  private static Set<LabType> includes(RequestContext call, SearchParameters in) {
    Set<LabType> out = EnumSet.noneOf(LabType.class);
    for (String text : call.query().texts(INCLUDE)) {
      switch (text) {
        case "DiagnosticReport:result" -> out.add(LabType.OBSERVATION);
        case "DiagnosticReport:specimen" -> out.add(LabType.SPECIMEN);
        case "DiagnosticReport:based-on" -> out.add(LabType.SERVICE_REQUEST);
        default ->
            in.fault(
                INCLUDE, "only result, specimen and based-on of DiagnosticReport are supported");
      }
      in.addToQuery(INCLUDE, text);
    }
    return out;
  }

  boolean matches(OrderRecord d, LabResource r) {
    return user.filter(u -> !u.equals(d.user())).isEmpty()
        && (ids.isEmpty() || ids.contains(r.id()))
        && isWithin(when, r.at())
        && TokenParameter.allMatch(codes, r.codes())
        && TokenParameter.allMatch(statuses, List.of(r.statusCode()))
        && TokenParameter.allMatch(categories, categories(r))
        && (requests.isEmpty()
            || d.markers().stream()
                .anyMatch(m -> requests.contains(FhirElements.requestId(d.id(), m.id()))));
  }

  private static Collection<Code> categories(LabResource r) {
    return r.type() == LabType.DIAGNOSTIC_REPORT ? List.of(DiagnosticReports.CATEGORY) : List.of();
  }

  /**
   * Returns whether a time is in the range; a resource without a time matches only an unrestricted
   * search.
   */
  static boolean isWithin(DateRangeFilter when, Optional<Instant> at) {
    return when.equals(DateRangeFilter.ALWAYS)
        || at.filter(t -> !t.isBefore(when.from()) && !t.isAfter(when.to())).isPresent();
  }
}
