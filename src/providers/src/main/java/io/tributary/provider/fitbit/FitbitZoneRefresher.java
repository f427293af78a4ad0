package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.Paginator;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the account's time zone before the first wall-clock time is converted, and again from time
 * to time. Instants that were stored in another zone would otherwise be stored twice.
 */
final class FitbitZoneRefresher {
  /** Interval between two reads: once per poll. */
  private static final Duration REFRESH_INTERVAL = Duration.ofMinutes(50);

  private static final String LAST_READ = "zone_asked";

  private final DocCalls calls;

  FitbitZoneRefresher(DocCalls calls) {
    this.calls = calls;
  }

  /**
   * @throws ProviderException if the zone cannot be read; the page is retried instead of being
   *     converted in a wrong zone
   */
  void refreshIfDue(Account account, Instant now) {
    ObjectNode state = account.state();
    Instant asked = LenientJson.of(state).instant(LAST_READ);
    if (asked != null && now.isBefore(asked.plus(REFRESH_INTERVAL))) {
      return;
    }
    AccountContext facts = AccountContext.of(account);
    Optional<ZoneId> told =
        ofProfile(account, facts).or(() -> ofNewestExercise(account, facts, now));
    ObjectNode patch = Json.object().put(LAST_READ, now.toString());
    told.flatMap(zone -> FitbitTime.updatedZones(facts.facts(), zone, now, asked != null))
        .ifPresent(learnt -> patch.set(AccountContext.FACTS_KEY, learnt));
    account.updateState(patch);
  }

  private Optional<ZoneId> ofProfile(Account account, AccountContext facts) {
    if (!FitbitDocumentKind.USER.isGranted(facts)) {
      return Optional.empty();
    }
    try {
      LenientJson user =
          LenientJson.withTextNumbers(
                  calls.get(account, FitbitClient.ME + "/profile.json", Map.of()))
              .child("user");
      Integer offset = user.offset("offsetFromUTCMillis", ChronoUnit.MILLIS);
      return Optional.ofNullable(user.zone("timezone"))
          .or(() -> Optional.ofNullable(offset).map(ZoneOffset::ofTotalSeconds));
    } catch (ProviderException.ScopeMissing | ProviderException.Rejected untold) {
      return Optional.empty();
    }
  }

  private Optional<ZoneId> ofNewestExercise(Account account, AccountContext facts, Instant now) {
    if (!FitbitDocumentKind.EXERCISE.isGranted(facts)) {
      return Optional.empty();
    }
    LocalDate beyond = now.atOffset(ZoneOffset.UTC).toLocalDate().plusDays(2);
    try {
      JsonNode answer =
          calls.get(
              account,
              FitbitClient.ME + "/activities/list.json",
              Map.of("beforeDate", beyond.toString(), "sort", "desc", "limit", "1", "offset", "0"));
      return LenientJson.of(Paginator.list("exercises", answer, "activities")).list().stream()
          .map(d -> d.stamp("startTime", Optional.empty()))
          .filter(s -> s != null && s.offsetSeconds() != null)
          .map(OffsetInstant::offsetSeconds)
          .<ZoneId>map(ZoneOffset::ofTotalSeconds)
          .findFirst();
    } catch (ProviderException.ScopeMissing | ProviderException.Rejected untold) {
      return Optional.empty();
    }
  }
}
