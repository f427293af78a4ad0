package io.tributary.fhir;

import io.tributary.core.Cursor;
import io.tributary.core.Ids;
import io.tributary.model.Resource;
import io.tributary.read.SamplePosition;
import io.tributary.read.StoredSample;
import io.tributary.read.StoredSamples;
import io.tributary.read.UserSamples;
import io.tributary.read.UserSummaries;
import io.tributary.sampleblock.EpochMicros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Reads pages of observations, ordered by resource and then by time.
 *
 * <p>The cost of a page depends only on its own size, not on the data before or after it. Must run
 * on virtual threads; the caller must have checked the user.
 */
final class ObservationPages {
  /** Summaries per read; each becomes about a dozen observations. */
  private static final int SUMMARY_PAGE = 20;

  /** Minimum number of samples per read, because a filter may match only few of them. */
  private static final int MIN_SAMPLE_PAGE = 100;

  /**
   * Limit of observations examined per page, as a multiple of its size. Beyond the limit the page
   * ends early, so that a search for something rare does not run for minutes.
   */
  private static final int MAX_EXAMINED_FACTOR = 20;

  private static final int MIN_EXAMINED = 10_000;

  private final StoredSamples samples;
  private final UserSummaries summaries;

  ObservationPages(StoredSamples samples, UserSummaries summaries) {
    this.samples = samples;
    this.summaries = summaries;
  }

  /**
   * Page of observations.
   *
   * @param next position after which the next page begins; empty at the end
   */
  record Page(List<Observation> observations, Optional<List<String>> next) {}

  Page page(ObservationSearch search, FhirBaseUrl urls) {
    return new PageBuilder(search, urls).page();
  }

  private final class PageBuilder {
    private final ObservationSearch search;
    private final FhirBaseUrl urls;
    private final List<Observation> out = new ArrayList<>();
    private List<String> last;
    private List<String> next;
    private int examined;

    PageBuilder(ObservationSearch search, FhirBaseUrl urls) {
      this.search = search;
      this.urls = urls;
    }

    Page page() {
      UserSamples own = samples.of(search.user().orElseThrow());
      Set<Resource> sampled = own.resources();
      Resource begin = search.paging().after().map(a -> resource(a.getFirst())).orElse(null);
      for (Resource r : Resource.values()) {
        if (next != null) {
          break;
        }
        if (begin != null && r.compareTo(begin) < 0) {
          continue;
        }
        List<String> after = r == begin ? search.paging().after().get().subList(1, 4) : null;
        if (r.isTimeseries()) {
          if (sampled.contains(r) && mayMatch(r)) {
            samples(own, r, after);
          }
        } else if (SummaryMapper.RESOURCES.contains(r)
            && search.mayMatchCodes(SummaryMapper.codes(r), urls)
            && search.mayMatchCategory(SummaryMapper.categories(r))) {
          summaries(r, after);
        }
      }
      return new Page(out, Optional.ofNullable(next));
    }

    private boolean mayMatch(Resource r) {
      return search.mayMatchCodes(FhirSampleMapper.codes(r), urls)
          && search.mayMatchCategory(List.of(SampleKind.of(r).category()));
    }

    private void samples(UserSamples own, Resource r, List<String> from) {
      SamplePosition after = from == null ? null : SamplePosition.of(from);
      while (next == null) {
        int limit = Math.max(MIN_SAMPLE_PAGE, search.paging().count() - out.size() + 1);
        List<StoredSample> some =
            own.page(
                r, search.when().from(), search.when().to(), Optional.ofNullable(after), limit);
        for (StoredSample s : some) {
          after = s.position();
          if (!addIfMatching(FhirSampleMapper.observation(s), r, after.texts())) {
            return;
          }
        }
        if (some.size() < limit) {
          return;
        }
      }
    }

    private void summaries(Resource r, List<String> from) {
      UserSummaries.Range range = search.when().summaryRange();
      Instant at = from == null ? range.from() : instant(from.get(0));
      UUID id = from == null ? Ids.DEFAULT_APP : Cursor.parseUuid(from.get(1));
      UUID done = null;
      while (next == null) {
        List<UserSummaries.PositionedSummary> some =
            summaries.page(search.user().orElseThrow(), r, range, at, id, SUMMARY_PAGE);
        for (UserSummaries.PositionedSummary p : some) {
          at = p.at();
          id = p.summary().id();
          if (id.equals(done)) {
            continue;
          }
          List<Observation> all = SummaryMapper.observations(p.summary());
          if (from != null && id.toString().equals(from.get(1))) {
            all = after(all, id + "-" + from.get(2));
          }
          for (Observation o : all) {
            List<String> place =
                List.of(
                    String.valueOf(EpochMicros.of(at)),
                    id.toString(),
                    o.id().substring(id.toString().length() + 1));
            if (!addIfMatching(o, r, place)) {
              return;
            }
          }
          done = id;
        }
        if (some.size() < SUMMARY_PAGE) {
          return;
        }
      }
    }

    /**
     * Returns the observations after the given one. If it no longer exists because the summary has
     * changed, all are returned again: duplicates are better than gaps.
     */
    private List<Observation> after(List<Observation> all, String last) {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).id().equals(last)) {
          return all.subList(i + 1, all.size());
        }
      }
      return all;
    }

    /** Adds an observation if it matches. Returns false if the page ends before it. */
    private boolean addIfMatching(Observation o, Resource r, List<String> place) {
      examined++;
      boolean fits = search.matches(o, urls);
      if (fits && out.size() == search.paging().count()
          || examined > Math.max(MIN_EXAMINED, search.paging().count() * MAX_EXAMINED_FACTOR)) {
        next = last;
        return false;
      }
      if (fits) {
        out.add(o);
      }
      last = new ArrayList<>();
      last.add(r.wire());
      last.addAll(place);
      return true;
    }
  }

  private static Resource resource(String wire) {
    return Resource.of(wire).orElseThrow(Cursor::malformed);
  }

  private static Instant instant(String micros) {
    try {
      return EpochMicros.instant(Long.parseLong(micros));
    } catch (NumberFormatException e) {
      throw Cursor.malformed();
    }
  }
}
