package io.tributary.provider.wahoo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ProviderException;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.Paginator;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Selects the next few workouts of a window from a list without date filter. The list is sorted
 * newest first and read from its start, or from where the previous page ended.
 *
 * <p>Uploads in the meantime move workouts further down, where they are found. Deletions move them
 * up; they are detected, and the read goes back to earlier pages or is repeated.
 */
final class WahooWorkoutPager {
  private static final int PAGE = 30;
  private static final String PATH = "/v1/workouts";
  private static final String SUMMARY = "workout_summary";

  /** Workouts per page: one of an hour has 3,600 heart rates, and a page is one transaction. */
  private static final int MAX_WORKOUTS = 5;

  private static final int HOURS_AROUND_UTC = 14;

  private final DocCalls calls;
  private final FetchContext<WahooFeed> reading;
  private final List<JsonNode> taken = new ArrayList<>();

  /** Position of the read: start of the last workout, and the workouts that began then. */
  private Instant position;

  private final Set<String> takenAtPosition = new HashSet<>();
  private int page = 1;
  private boolean full;

  /** One page of the API's list. */
  private record WahooWorkoutPage(List<LenientJson> workouts, Long total, boolean last) {}

  private WahooWorkoutPager(DocCalls calls, FetchContext<WahooFeed> reading) {
    this.calls = calls;
    this.reading = reading;
    JsonNode cursor = reading.cursor();
    if (cursor != null) {
      position = Instant.parse(cursor.path("at").asText());
      cursor.path("then").forEach(id -> takenAtPosition.add(id.asText()));
      page = cursor.path("page").asInt(1);
    }
  }

  /** Adds workouts to the read, and its next position. */
  static void read(DocCalls calls, FetchContext<WahooFeed> reading) {
    new WahooWorkoutPager(calls, reading).read();
  }

  private void read() {
    WahooWorkoutPage[] listed = {readPage(page)};
    while (page > 1 && listed[0].workouts().stream().noneMatch(this::isPassed)) {
      listed[0] = readPage(--page);
    }
    Paginator.byNumber(
        "workouts",
        page,
        number -> {
          if (number > page) {
            WahooWorkoutPage next = readPage(number);
            if (next.total() != null
                && listed[0].total() != null
                && next.total() < listed[0].total()) {
              // A deletion may have moved a workout to a page that was already read.
              throw new ProviderException.Unavailable("the workouts changed during the read");
            }
            listed[0] = next;
            page = number;
          }
          listed[0].workouts().forEach(this::take);
          return !full && !listed[0].last() && !isBeforeWindow(listed[0]);
        });
    taken.forEach(this::add);
    if (full) {
      ObjectNode rest = Json.object().put("page", page).put("at", position.toString());
      rest.set("then", Json.tree(List.copyOf(takenAtPosition)));
      reading.next(rest);
    }
  }

  private WahooWorkoutPage readPage(int number) {
    Map<String, String> query =
        Map.of("page", Integer.toString(number), "per_page", Integer.toString(PAGE));
    JsonNode answer = calls.get(reading.account(), PATH, query);
    List<LenientJson> workouts =
        LenientJson.withTextNumbers(Paginator.list("workouts", answer, "workouts")).list();
    LenientJson of = LenientJson.withTextNumbers(answer);
    Long total = of.wholeNumber("total");
    Long size = of.wholeNumber("per_page");
    boolean told = total != null && size != null && size > 0;
    boolean last = workouts.isEmpty() || told && number * size >= total;
    return new WahooWorkoutPage(workouts, total, last);
  }

  /** Returns whether an earlier page of this window has it, or it is newer than those. */
  private boolean isPassed(LenientJson workout) {
    Instant start = WahooTime.start(workout);
    return position != null
        && start != null
        && (start.isAfter(position)
            || start.equals(position) && takenAtPosition.contains(workout.id("id")));
  }

  private void take(LenientJson workout) {
    if (WahooTime.start(workout) == null) {
      // Without a day; it is kept once, so that it is refused visibly.
      if (reading.cursor() == null) {
        reading.add(WahooDocumentKind.WORKOUT, workout.node());
      }
      return;
    }
    if (full || isPassed(workout) || !isWanted(workout)) {
      return;
    }
    if (taken.size() == MAX_WORKOUTS) {
      full = true;
      return;
    }
    Instant start = WahooTime.start(workout);
    if (!start.equals(position)) {
      takenAtPosition.clear();
    }
    position = start;
    takenAtPosition.add(workout.id("id"));
    taken.add(workout.node());
  }

  /**
   * Adds a workout; a list without summaries does not indicate whether there is one, so it is read.
   */
  private void add(JsonNode workout) {
    if (workout.has(SUMMARY)) {
      reading.add(WahooDocumentKind.WORKOUT, workout);
      return;
    }
    calls
        .find(reading.account(), PATH + "/" + workout.path("id").asText(), Map.of())
        .ifPresent(whole -> reading.add(WahooDocumentKind.WORKOUT, whole));
  }

  /** Returns whether it is of the window's days, or in a poll, whether it was updated since. */
  private boolean isWanted(LenientJson workout) {
    LocalDate day = WahooTime.day(workout, reading.accountContext());
    boolean told = workout.node().has(SUMMARY);
    if (day == null || workout.id("id") == null || told && WahooNormalizer.isPlanned(workout)) {
      return false;
    }
    boolean within =
        !day.isBefore(reading.window().first()) && !day.isAfter(reading.window().last());
    Instant updated = workout.instant("updated_at");
    return within || reading.window().newData() && updated != null && !updated.isBefore(since());
  }

  private Instant since() {
    return reading
        .window()
        .first()
        .atStartOfDay(ZoneOffset.UTC)
        .minusHours(HOURS_AROUND_UTC)
        .toInstant();
  }

  /** Returns whether the list has reached days before the window. */
  private boolean isBeforeWindow(WahooWorkoutPage listed) {
    LocalDate last = WahooTime.day(listed.workouts().getLast(), reading.accountContext());
    return last != null && last.isBefore(reading.window().first());
  }
}
