package io.tributary.provider.eightsleep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.Paginator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the Eight Sleep API. Nights and trends both belong to the day of waking up in the zone of
 * the mattress, so related documents are always read together. A user without a side of a mattress
 * gets 404 and has no data.
 */
final class EightSleepClient implements FeedPuller.Source<EightSleepFeed> {
  private static final String USERS = "/v1/users/";
  static final String ME = USERS + "me";

  /** Margin for zone differences and the length of a time in bed. */
  private static final Duration MARGIN = Duration.ofDays(3);

  private static final List<String> USER_FIELDS =
      List.of("userId", "gender", "dob", "devices", "currentDevice");

  private final DocCalls calls;

  EightSleepClient(ProviderHttp http) {
    this.calls = new DocCalls(http, EightSleepErrorMapping.MAPPING);
  }

  @Override
  public void read(FetchContext<EightSleepFeed> reading, DocumentKind kind) {
    switch ((EightSleepDocumentKind) kind) {
      case INTERVAL -> readIntervals(reading);
      case TREND -> readTrends(reading);
      case USER ->
          readUser(reading.account()).ifPresent(u -> reading.add(EightSleepDocumentKind.USER, u));
    }
  }

  /** Reads the fields of the user that are used; name and address are not stored. */
  private Optional<ObjectNode> readUser(Account account) {
    Optional<JsonNode> answer = calls.find(account, ME, Map.of()).map(me -> me.path("user"));
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    if (!answer.get().isObject()) {
      throw new ProviderException.Unavailable("response without a user");
    }
    ObjectNode out = Json.object();
    for (String field : USER_FIELDS) {
      if (answer.get().hasNonNull(field)) {
        out.set(field, answer.get().get(field));
      }
    }
    ObjectNode learnt = EightSleepTime.state(out);
    String id = LenientJson.of(out).id("userId");
    if (id != null && !account.state().has(EightSleepLogin.USER_ID)) {
      learnt.put(EightSleepLogin.USER_ID, id);
    }
    ObjectNode after = account.state().deepCopy();
    after.setAll(learnt);
    if (!after.equals(account.state())) {
      account.updateState(learnt);
    }
    return Optional.of(out);
  }

  /**
   * Returns a path of the user; an account that was not linked by password is requested once for
   * its ID.
   */
  private String userPath(Account account, String what) {
    if (!account.state().has(EightSleepLogin.USER_ID)) {
      readUser(account);
    }
    String id = account.state().path(EightSleepLogin.USER_ID).asText("");
    if (id.isEmpty()) {
      throw new ProviderException.Rejected("the ID of the user is unknown");
    }
    return USERS + URLEncoder.encode(id, StandardCharsets.UTF_8) + what;
  }

  /**
   * Returns the zone that the account stores now; the page's own facts may be older than the last
   * call.
   */
  private static ZoneId zone(Account account) {
    return EightSleepTime.dayZone(AccountContext.of(account));
  }

  private void readTrends(FetchContext<EightSleepFeed> reading) {
    Account account = reading.account();
    String path = userPath(account, "/trends");
    ZoneId zone = zone(account);
    Map<String, String> query =
        Map.of(
            "tz",
            zone.getId(),
            "from",
            reading.window().first().toString(),
            "to",
            reading.window().last().toString(),
            "include-main",
            "false",
            "include-all-sessions",
            "true",
            "model-version",
            "v2");
    Optional<JsonNode> answer = calls.find(account, path, query);
    if (answer.isEmpty()) {
      return;
    }
    JsonNode told =
        answer.get().path("result").isObject() ? answer.get().get("result") : answer.get();
    for (JsonNode day : Paginator.list("trends", told, "days")) {
      if (day.isObject()) {
        reading.add(
            EightSleepDocumentKind.TREND,
            ((ObjectNode) day.deepCopy()).put(EightSleepDocumentKind.ASKED_ZONE, zone.getId()));
      }
    }
  }

  private void readIntervals(FetchContext<EightSleepFeed> reading) {
    Account account = reading.account();
    String path = userPath(account, "/intervals");
    ZoneId zone = zone(account);
    Window window = reading.window();
    Instant oldest = window.first().atStartOfDay(ZoneOffset.UTC).toInstant().minus(MARGIN);
    Set<String> seen = new HashSet<>();
    DescendingOrder falling = new DescendingOrder();
    Paginator.readAll(
        "intervals",
        Optional.<String>empty(),
        cursor -> {
          Map<String, String> query = cursor.map(c -> Map.of("next", c)).orElseGet(Map::of);
          Optional<JsonNode> page = calls.find(account, path, query);
          if (page.isEmpty()) {
            return Optional.empty();
          }
          for (JsonNode interval : Paginator.list("intervals", page.get(), "intervals")) {
            LenientJson doc = LenientJson.of(interval);
            falling.add(doc.instant("ts"));
            // If intervals were added meanwhile, a page repeats some of the previous one.
            if (endsIn(window, zone, doc) && (doc.id("id") == null || seen.add(doc.id("id")))) {
              reading.add(EightSleepDocumentKind.INTERVAL, interval);
            }
          }
          return falling.isPast(oldest)
              ? Optional.empty()
              : Paginator.token(page.get(), "next").map(Optional::of);
        });
  }

  /**
   * Returns whether it ended on a day of the window; unreadable documents are left to the
   * normalizer.
   */
  private static boolean endsIn(Window window, ZoneId zone, LenientJson interval) {
    Instant start = interval.instant("ts");
    if (start == null) {
      return true;
    }
    long seconds = 0;
    for (LenientJson stage : interval.list("stages")) {
      Integer length = stage.seconds("duration");
      seconds += length == null ? 0 : length;
    }
    try {
      LocalDate day = start.plusSeconds(seconds).atZone(zone).toLocalDate();
      return !day.isBefore(window.first()) && !day.isAfter(window.last());
    } catch (DateTimeException e) {
      return true;
    }
  }

  /**
   * Detects descending order, because the order of nights is undocumented. Only if each night was
   * older than the previous one are all following nights older too.
   */
  static final class DescendingOrder {
    private Instant last;
    private boolean descending;
    private boolean ascending;

    void add(Instant start) {
      if (start == null) {
        return;
      }
      if (last != null) {
        descending |= start.isBefore(last);
        ascending |= start.isAfter(last);
      }
      last = start;
    }

    boolean isPast(Instant oldest) {
      return descending && !ascending && last.isBefore(oldest);
    }
  }
}
