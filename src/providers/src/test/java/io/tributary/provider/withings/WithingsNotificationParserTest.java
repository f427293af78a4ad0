package io.tributary.provider.withings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WithingsNotificationParserTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private static NotificationParser.NotificationResponse receive(String method, String body) {
    var app =
        new AppCredentials(
            Ids.DEFAULT_APP,
            "withings",
            "client",
            "whisper",
            new AppCredentials.Urls("http://127.0.0.1:9", "http://127.0.0.1:9/auth"),
            "http://127.0.0.1:9/back");
    return new WithingsNotificationParser()
        .receive(
            new NotificationParser.NotificationRequest(
                app,
                "path-word",
                Optional.empty(),
                method,
                MultiMap.caseInsensitiveMultiMap(),
                MultiMap.caseInsensitiveMultiMap(),
                Buffer.buffer(body),
                NOW));
  }

  private static List<ProviderNotification> told(String body) {
    return assertInstanceOf(NotificationParser.NotificationAccepted.class, receive("POST", body))
        .notifications();
  }

  @Test
  void aHeadIsAnswered() {
    assertEquals(new NotificationParser.Challenge(200, "text/plain", ""), receive("HEAD", ""));
    assertEquals(new NotificationParser.NotificationRejected(405), receive("PUT", ""));
  }

  @Test
  void aSpanOfInstantsIsAllLocalDaysThatItMayBeOf() {
    LocalDate first = LocalDate.parse("2026-03-01");
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "90017", Set.of("days"), new FetchTarget.Days(first, first.plusDays(1)))),
        told("userid=90017&appli=1&startdate=1772400000&enddate=1772403600"));
  }

  @Test
  void aDayOfActivityHasItsMinutesAndWorkoutsReadToo() {
    LocalDate day = LocalDate.parse("2026-03-02");
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "90017", Set.of("activity", "days", "workouts"), new FetchTarget.Days(day, day))),
        told("userid=90017&appli=16&date=2026-03-02"));
  }

  @Test
  void withoutDaysWhatIsNewIsRead() {
    assertEquals(
        List.of(ProviderNotification.changed("90017", Set.of("days"), null)),
        told("userid=90017&appli=44"));
  }

  @Test
  void aLongSpanIsReadAndOfALongerOneThanAYearItsLastYear() {
    LocalDate last = LocalDate.parse("2026-03-02");
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "90017", Set.of("heart"), new FetchTarget.Days(last.minusDays(44), last))),
        told("userid=90017&appli=54&startdate=1768730400&enddate=1772403600"));
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "90017", Set.of("heart"), new FetchTarget.Days(last.minusDays(364), last))),
        told("userid=90017&appli=54&startdate=1&enddate=1772403600"));
  }

  @Test
  void aSpanEndsNow() {
    LocalDate today = NOW.atOffset(ZoneOffset.ofHours(14)).toLocalDate();
    assertEquals(
        List.of(
            ProviderNotification.changed(
                "90017", Set.of("days"), new FetchTarget.Days(today.minusDays(364), today))),
        told("userid=90017&appli=1&startdate=1&enddate=99999999999"));
  }

  @Test
  void onlyAnUnlinkedOrDeletedUserIsRevoked() {
    assertEquals(
        List.of(ProviderNotification.revoked("90017")),
        told("userid=90017&appli=46&action=unlink"));
    assertEquals(
        List.of(ProviderNotification.revoked("90017")),
        told("userid=90017&appli=46&action=delete"));
    assertEquals(List.of(), told("userid=90017&appli=46&action=update"));
    assertEquals(List.of(), told("userid=90017&appli=50"));
  }

  @Test
  void aFormWithoutItsUserOrKindIsRefused() {
    assertEquals(new NotificationParser.NotificationRejected(400), receive("POST", "appli=1"));
    assertEquals(new NotificationParser.NotificationRejected(400), receive("POST", "userid=90017"));
    assertEquals(
        new NotificationParser.NotificationRejected(400), receive("POST", "userid=%zz&appli=1"));
    assertEquals(new NotificationParser.NotificationRejected(400), receive("POST", ""));
  }
}
