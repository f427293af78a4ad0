package io.tributary.provider.eightsleep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocKind;
import io.tributary.provider.doc.FeedPuller;
import io.tributary.provider.doc.Pages;
import io.tributary.provider.doc.Reading;
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
 * The calls. A day is that of waking up, in the zone of the mattress, for nights and for what is
 * told of days alike: what belongs together is always read together. Who has no side of a mattress
 * is not found, and has no data.
 */
final class EightSource implements FeedPuller.Source<EightFeed> {
  private static final String USERS = "/v1/users/";
  static final String ME = USERS + "me";

  /** A zone's difference, and a time in bed. */
  private static final Duration MARGIN = Duration.ofDays(3);

  private static final List<String> OF_USER =
      List.of("userId", "gender", "dob", "devices", "currentDevice");

  private final DocCalls calls;

  EightSource(ProviderHttp http) {
    this.calls = new DocCalls(http, EightAnswers.RULES);
  }

  @Override
  public void read(Reading<EightFeed> reading, DocKind kind) {
    switch ((EightKind) kind) {
      case INTERVAL -> intervals(reading);
      case TREND -> trends(reading);
      case USER -> user(reading.account()).ifPresent(u -> reading.add(EightKind.USER, u));
    }
  }

  /** What is used of the person; their name and address are not ours to keep. */
  private Optional<ObjectNode> user(Account account) {
    Optional<JsonNode> answer = calls.find(account, ME, Map.of()).map(me -> me.path("user"));
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    if (!answer.get().isObject()) {
      throw new ProviderFault.Unavailable("a person without user");
    }
    ObjectNode out = Json.object();
    for (String field : OF_USER) {
      if (answer.get().hasNonNull(field)) {
        out.set(field, answer.get().get(field));
      }
    }
    ObjectNode learnt = EightTime.state(out);
    String id = Doc.of(out).id("userId");
    if (id != null && !account.state().has(EightLogin.USER_ID)) {
      learnt.put(EightLogin.USER_ID, id);
    }
    ObjectNode after = account.state().deepCopy();
    after.setAll(learnt);
    if (!after.equals(account.state())) {
      account.remember(learnt);
    }
    return Optional.of(out);
  }

  /** The path of what is told of the person; who was not linked by a password is asked for once. */
  private String path(Account account, String what) {
    if (!account.state().has(EightLogin.USER_ID)) {
      user(account);
    }
    String id = account.state().path(EightLogin.USER_ID).asText("");
    if (id.isEmpty()) {
      throw new ProviderFault.Rejected("nobody has told the user's id");
    }
    return USERS + URLEncoder.encode(id, StandardCharsets.UTF_8) + what;
  }

  /** As the account knows it by now: the page's own facts are those from before it was asked. */
  private static ZoneId zone(Account account) {
    return EightTime.days(AccountFacts.of(account));
  }

  private void trends(Reading<EightFeed> reading) {
    Account account = reading.account();
    String path = path(account, "/trends");
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
    for (JsonNode day : Pages.list("trends", told, "days")) {
      if (day.isObject()) {
        reading.add(
            EightKind.TREND, ((ObjectNode) day.deepCopy()).put(EightKind.ASKED_ZONE, zone.getId()));
      }
    }
  }

  private void intervals(Reading<EightFeed> reading) {
    Account account = reading.account();
    String path = path(account, "/intervals");
    ZoneId zone = zone(account);
    Window window = reading.window();
    Instant oldest = window.first().atStartOfDay(ZoneOffset.UTC).toInstant().minus(MARGIN);
    Set<String> seen = new HashSet<>();
    Falling falling = new Falling();
    Pages.walk(
        "intervals",
        Optional.<String>empty(),
        cursor -> {
          Map<String, String> query = cursor.map(c -> Map.of("next", c)).orElseGet(Map::of);
          Optional<JsonNode> page = calls.find(account, path, query);
          if (page.isEmpty()) {
            return Optional.empty();
          }
          for (JsonNode interval : Pages.list("intervals", page.get(), "intervals")) {
            Doc doc = Doc.of(interval);
            falling.then(doc.instant("ts"));
            // A page that moved on meanwhile tells some of the one before again.
            if (in(window, zone, doc) && (doc.id("id") == null || seen.add(doc.id("id")))) {
              reading.add(EightKind.INTERVAL, interval);
            }
          }
          return falling.past(oldest)
              ? Optional.empty()
              : Pages.token(page.get(), "next").map(Optional::of);
        });
  }

  /**
   * Whether it ended on a day of the window; what cannot be read is for the normaliser to refuse.
   */
  private static boolean in(Window window, ZoneId zone, Doc interval) {
    Instant start = interval.instant("ts");
    if (start == null) {
      return true;
    }
    long seconds = 0;
    for (Doc stage : interval.list("stages")) {
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
   * Nobody has told in which order nights come. Only where each was older than the one before, all
   * that follow are older too.
   */
  static final class Falling {
    private Instant last;
    private boolean falls;
    private boolean rises;

    void then(Instant start) {
      if (start == null) {
        return;
      }
      if (last != null) {
        falls |= start.isBefore(last);
        rises |= start.isAfter(last);
      }
      last = start;
    }

    boolean past(Instant oldest) {
      return falls && !rises && last.isBefore(oldest);
    }
  }
}
