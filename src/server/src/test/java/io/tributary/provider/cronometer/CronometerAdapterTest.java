package io.tributary.provider.cronometer;

import static io.tributary.provider.cronometer.CronometerHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CronometerAdapterTest {
  private static CronometerHarness cronometer;

  @BeforeAll
  static void start() {
    cronometer = new CronometerHarness();
  }

  @AfterAll
  static void stop() {
    cronometer.close();
  }

  private static NormalizedBatch diary(Puller.Account account, LocalDate first, LocalDate last) {
    return cronometer.pullSinglePage(account, "diary", first, last);
  }

  @Test
  void aGrantHasNoScopesNoEndAndNobodysName() {
    OAuth.Granted granted = cronometer.grant("nina", List.of());
    assertEquals(Optional.empty(), granted.scopes());
    assertEquals(Optional.empty(), granted.externalUserId());
    assertNull(granted.tokens().refresh());
    assertNull(granted.tokens().expiresAt());
    assertFalse(
        cronometer
            .oauth()
            .authorizeUrl(cronometer.app(), new OAuth.Start("s", List.of("x"), "v"))
            .contains("scope"));
  }

  @Test
  void aWeekIsACallADayAndWhateverWindowItIsReadInTheSame() {
    TestAccount account = cronometer.account("emma");
    account.zone = cronometer.person("emma").zone();
    LocalDate last = today().minusDays(2);
    NormalizedBatch week = diary(account, last.minusDays(6), last);
    assertEquals(7, account.permits);
    assertEquals(List.of(), week.refused());
    Set<Resource> made = new HashSet<>();
    week.summaries().forEach(s -> made.add(s.summary().resource()));
    week.samples().forEach(s -> made.add(s.resource()));
    assertEquals(new HashSet<>(CronometerNormalizer.RESOURCES), made);
    NormalizedBatch first = diary(account, last.minusDays(6), last.minusDays(4));
    NormalizedBatch second = diary(account, last.minusDays(3), last);
    assertEquals(week.summaries().size(), first.summaries().size() + second.summaries().size());
    assertTrue(week.summaries().containsAll(first.summaries()));
    assertTrue(week.samples().containsAll(second.samples()));
  }

  @Test
  void daysWithoutEntriesAreNothingAndNobodyIsAskedForTheFuture() {
    TestAccount account = cronometer.account("nora");
    LocalDate before = cronometer.person("nora").firstDay().minusDays(9);
    assertTrue(diary(account, before, before.plusDays(3)).isEmpty());
    account.permits = 0;
    assertTrue(diary(account, today().plusDays(3), today().plusDays(6)).isEmpty());
    assertEquals(0, account.permits);
  }

  @Test
  void whatIsKeptGivesTheSameRecordsAgain() {
    TestAccount account = cronometer.account("rob");
    LocalDate last = today().minusDays(2);
    var window = new Puller.Window(last.minusDays(2), last, Instant.now());
    Puller.Page page = cronometer.page(account, "diary", window, null);
    AccountContext facts = AccountContext.of(account);
    List<DocumentMapper.Document> kept =
        page.documents().get().stream()
            .map(d -> new DocumentMapper.Document(d.kind(), d.key(), facts, d.body()))
            .toList();
    assertEquals(3, kept.size());
    NormalizedBatch again =
        cronometer
            .adapter
            .mapping()
            .orElseThrow()
            .normalize(cronometer.feed("diary"), kept)
            .getFirst();
    assertEquals(page.batch(), again);
  }

  @Test
  void aRevocationEndsTheAccess() {
    TestAccount account = cronometer.account("rena");
    LocalDate day = today().minusDays(2);
    assertFalse(diary(account, day, day).isEmpty());
    cronometer.oauth().revoke(cronometer.app(), account.session());
    assertThrows(ProviderException.TokenRejected.class, () -> diary(account, day, day));
    assertEquals(1, account.refused);
    // A repeated revocation has no effect.
    cronometer.oauth().revoke(cronometer.app(), account.session());
  }
}
