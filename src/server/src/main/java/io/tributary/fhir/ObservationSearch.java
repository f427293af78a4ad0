package io.tributary.fhir;

import io.tributary.http.RequestContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A search for observations, of one user or with some ids.
 *
 * @param user empty only with ids
 * @param ids empty = any
 * @param codes each list must be met by one of its tokens
 * @param categories likewise
 * @param statuses likewise
 */
public record ObservationSearch(
    Optional<UUID> user,
    Set<String> ids,
    DateRangeFilter when,
    List<List<TokenParameter>> codes,
    List<List<TokenParameter>> categories,
    List<List<TokenParameter>> statuses,
    Paging paging) {
  /** HL7's list of what an observation may be. */
  public static final String STATUSES = "http://hl7.org/fhir/observation-status";

  private static final List<String> OWN = List.of("date", "code", "category", "status");

  /**
   * @param count observations of a page unless the caller says otherwise
   * @param most observations of a page, whatever the caller says
   */
  static ObservationSearch read(RequestContext call, int count, int most) {
    SearchParameters in = new SearchParameters(call, OWN);
    Set<String> ids = in.ids();
    Optional<UUID> user = ids.isEmpty() ? Optional.of(in.patient("observations")) : in.patient();
    DateRangeFilter when = in.date("date");
    if (!ids.isEmpty() && !when.equals(DateRangeFilter.ALWAYS)) {
      in.fault("date", "not served with _id");
    }
    return new ObservationSearch(
        user,
        ids,
        when,
        in.tokens("code"),
        in.tokens("category"),
        in.tokens("status"),
        in.paging(count, most));
  }

  /** For the one with this id. */
  static ObservationSearch of(String id) {
    return new ObservationSearch(
        Optional.empty(),
        Set.of(id),
        DateRangeFilter.ALWAYS,
        List.of(),
        List.of(),
        List.of(),
        new Paging(1, Optional.empty(), List.of(), ""));
  }

  boolean takes(Observation o, FhirBaseUrl urls) {
    return takesCodes(o.codes(), urls)
        && takesCategory(List.of(o.category()))
        && takesStatus("final");
  }

  boolean takesCodes(Collection<Coding> given, FhirBaseUrl urls) {
    return takesCodes(given.stream().map(c -> new Code(urls.system(c), c.code())).toList());
  }

  /** Whether something with some of these codes can be wanted. */
  public boolean takesCodes(Collection<Code> given) {
    return TokenParameter.met(codes, given);
  }

  /** Whether something of some of these categories can be wanted. */
  public boolean takesCategory(Collection<Category> given) {
    return TokenParameter.met(
        categories, given.stream().map(c -> new Code(Category.SYSTEM, c.code())).toList());
  }

  /** Whether something of this status can be wanted. */
  public boolean takesStatus(String status) {
    return TokenParameter.met(statuses, List.of(new Code(STATUSES, status)));
  }
}
