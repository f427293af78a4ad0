package io.tributary.provider.ultrahuman;

import static io.tributary.provider.ultrahuman.UltrahumanHarness.ALL;
import static io.tributary.provider.ultrahuman.UltrahumanHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class UltrahumanAdapterTest {
  private static UltrahumanHarness ultrahuman;

  @BeforeAll
  static void start() {
    ultrahuman = new UltrahumanHarness(UltrahumanHarness.options());
  }

  @AfterAll
  static void stop() {
    ultrahuman.close();
  }

  private static NormalizedBatch days(Puller.Account account, LocalDate first, LocalDate last) {
    return ultrahuman.pullSinglePage(account, "days", first, last);
  }

  private static List<SleepSummary> sleeps(NormalizedBatch batch) {
    return batch.summaries().stream()
        .map(s -> s.summary())
        .filter(SleepSummary.class::isInstance)
        .map(SleepSummary.class::cast)
        .toList();
  }

  @Test
  void aWeekIsACallADayAndMaybeOneForTheEveningBefore() {
    TestAccount account = ultrahuman.account("emma", ALL);
    LocalDate last = today().minusDays(2);
    NormalizedBatch week = days(account, last.minusDays(6), last);
    assertTrue(account.permits == 7 || account.permits == 8, "calls " + account.permits);
    assertEquals(List.of(), week.refused());
    Set<Resource> made = new HashSet<>();
    week.summaries().forEach(s -> made.add(s.summary().resource()));
    week.samples().forEach(s -> made.add(s.resource()));
    assertEquals(new HashSet<>(UltrahumanAdapter.RESOURCES), made);
  }

  @Test
  void aDayIsTheSameInWhicheverWindowItIsRead() {
    TestAccount account = ultrahuman.account("sam", ALL);
    SimPerson sam = ultrahuman.person("sam");
    account.zone = sam.zone();
    LocalDate last = today().minusDays(2);
    List<NormalizedBatch> alone = new ArrayList<>();
    for (LocalDate d = last.minusDays(6); !d.isAfter(last); d = d.plusDays(1)) {
      alone.add(days(account, d, d));
    }
    NormalizedBatch week = days(account, last.minusDays(6), last);
    assertEquals(
        new HashSet<>(week.samples()),
        new HashSet<>(alone.stream().flatMap(b -> b.samples().stream()).toList()));
    assertEquals(
        new HashSet<>(week.summaries()),
        new HashSet<>(alone.stream().flatMap(b -> b.summaries().stream()).toList()));
    // The temperature of each night is unchanged.
    for (SleepSummary sleep : sleeps(week)) {
      List<Double> warm =
          week.retain(Set.of(Resource.BODY_TEMPERATURE)).samples().stream()
              .filter(s -> !s.at().isBefore(sleep.bedtimeStart()))
              .filter(s -> !s.at().isAfter(sleep.bedtimeStop()))
              .map(s -> s.value())
              .toList();
      if (sleep.calendarDate().isAfter(last.minusDays(6))) {
        double mean = warm.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        assertEquals(mean, sleep.skinTemperature(), 0.006);
      }
    }
  }

  @Test
  void aRingThatIsSynchronisedDaysLaterIsFoundByTheFirstPollOfADay() {
    assertEquals(7, ultrahuman.adapter.descriptor().lookbackDays());
  }

  @Test
  void daysWithoutDataAndDaysToComeAreNothing() {
    TestAccount account = ultrahuman.account("nora", ALL);
    LocalDate before = ultrahuman.person("nora").firstDay().minusDays(9);
    assertTrue(days(account, before, before.plusDays(3)).isEmpty());
    account.permits = 0;
    assertTrue(days(account, today().plusDays(3), today().plusDays(6)).isEmpty());
    assertEquals(0, account.permits, "nobody knows the future");
  }

  @Test
  void anErrorAtStatus200IsNeverTakenForADay() {
    TestAccount account = ultrahuman.account("olga", ALL);
    LocalDate day = today().minusDays(2);
    NormalizedBatch whole = days(account, day, day);
    ultrahuman.control("errors", new JsonObject().put("error", "oops").put("count", 2));
    assertEquals(whole, days(account, day, day), "asked again");
    ultrahuman.control("errors", new JsonObject().put("error", "oops").put("count", 3));
    assertThrows(ProviderException.Unavailable.class, () -> days(account, day, day));
    ultrahuman.control("errors", new JsonObject().put("error", "token").put("status", 401));
    assertEquals(whole, days(account, day, day));
    assertEquals(1, account.refused);
    ultrahuman.control(
        "errors", new JsonObject().put("error", "nothing").put("status", 404).put("count", 2));
    assertTrue(days(account, day, day).isEmpty());
  }

  @Test
  void whoSharesOnlyGlucoseHasNothingElse() {
    TestAccount account = ultrahuman.account("gina", List.of("cgm_data"));
    assertEquals(Optional.empty(), account.session().externalUserId());
    LocalDate day = today().minusDays(2);
    NormalizedBatch batch = days(account, day, day);
    assertEquals(1, account.permits);
    assertFalse(batch.isEmpty());
    assertEquals(List.of(), batch.summaries());
    assertEquals(batch.samples(), batch.retain(Set.of(Resource.GLUCOSE)).samples());
  }

  @Test
  void whatIsKeptGivesTheSameRecordsAgain() {
    TestAccount account = ultrahuman.account("rob", ALL);
    LocalDate last = today().minusDays(2);
    var window = new Puller.Window(last.minusDays(2), last, Instant.now());
    Puller.Page page = ultrahuman.page(account, "days", window, null);
    AccountContext facts = AccountContext.of(account);
    List<DocumentMapper.Document> kept =
        page.documents().get().stream()
            .map(d -> new DocumentMapper.Document(d.kind(), d.key(), facts, d.body()))
            .toList();
    NormalizedBatch again =
        ultrahuman
            .adapter
            .mapping()
            .orElseThrow()
            .normalize(ultrahuman.feed("days"), kept)
            .getFirst();
    assertEquals(page.batch(), again);
  }

  @Test
  void aRevocationEndsTheWholeGrant() {
    TestAccount account = ultrahuman.account("rena", ALL);
    assertEquals(
        Optional.of("uh-" + ultrahuman.person("rena").numericId()),
        account.session().externalUserId());
    ultrahuman.oauth().revoke(ultrahuman.app(), account.session());
    LocalDate day = today().minusDays(2);
    assertThrows(ProviderException.TokenRejected.class, () -> days(account, day, day));
  }
}
