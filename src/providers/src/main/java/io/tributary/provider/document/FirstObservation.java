package io.tributary.provider.document;

import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.Puller.Account;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Date of an account value that the vendor returns without one, such as a weight: the day on which
 * it was first read.
 *
 * <p>Value, day and that day's midnight are stored in the account state. A retried page or a
 * changed user time zone therefore yields the same date, and only a new value counts as a new
 * measurement.
 *
 * @param at midnight of the day, in the user's zone at that time
 */
public record FirstObservation(LocalDate day, Instant at) {
  /**
   * @param name name of the value; the account state holds it with {@code <name>_day} and {@code
   *     <name>_at}
   * @param value null if absent, which yields the day of the reading
   */
  public static FirstObservation of(FetchContext<?> reading, String name, Double value) {
    Account account = reading.account();
    AccountContext facts = reading.accountContext();
    FirstObservation today =
        atStartOf(
            reading.window().now().atZone(facts.zone().orElse(ZoneOffset.UTC)).toLocalDate(),
            facts);
    if (value == null) {
      return today;
    }
    LenientJson state = LenientJson.of(account.state());
    LocalDate day = state.day(name + "_day");
    Instant at = state.instant(name + "_at");
    boolean known = day != null && value.equals(state.child(name).number());
    if (known && at != null) {
      return new FirstObservation(day, at);
    }
    FirstObservation seen = known ? atStartOf(day, facts) : today;
    account.updateState(
        Json.object()
            .put(name, value)
            .put(name + "_day", seen.day().toString())
            .put(name + "_at", seen.at().toString()));
    return seen;
  }

  /**
   * Returns the time at which the value of a stored document counts. Documents stored without a
   * time count from midnight of their day in the user's current zone. Null without a day.
   */
  public static Instant at(LenientJson dated, AccountContext facts) {
    LocalDate day = dated.day(FetchContext.ASKED_DAY);
    Instant told = dated.instant(FetchContext.ASKED_AT);
    return day == null || told != null ? told : atStartOf(day, facts).at();
  }

  private static FirstObservation atStartOf(LocalDate day, AccountContext facts) {
    return new FirstObservation(day, OffsetInstant.startOf(day, facts.zone()).at());
  }
}
