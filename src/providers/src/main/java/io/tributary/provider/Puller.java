package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.RawDocument;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Fetching part of an adapter. Blocks its virtual thread; fails with {@link ProviderException}. */
public interface Puller {
  /**
   * Fetches one page of a feed.
   *
   * @param cursor null for the first page of the window, otherwise the cursor that the previous
   *     page returned
   */
  Page pull(Account account, Feed feed, Window window, JsonNode cursor);

  /**
   * Range of the provider's calendar days, both inclusive, never longer than the feed's window.
   *
   * @param newData true for a pull of new data, which also wants older data that arrived only now;
   *     false limits the pull to these days
   */
  record Window(LocalDate first, LocalDate last, Instant now, boolean newData) {
    /** Creates a window that is limited to these days. */
    public Window(LocalDate first, LocalDate last, Instant now) {
      this(first, last, now, false);
    }

    public Window {
      if (first.isAfter(last)) {
        throw new IllegalArgumentException("window: " + first + ".." + last);
      }
    }
  }

  /**
   * Result of one page; {@code next} is null at the end of the window.
   *
   * @param documents source documents of the batch, built only for teams that store them
   */
  record Page(NormalizedBatch batch, JsonNode next, Supplier<List<RawDocument>> documents) {
    /** Creates a page of a provider whose documents are not stored. */
    public Page(NormalizedBatch batch, JsonNode next) {
      this(batch, next, List::of);
    }
  }

  /** Connection that is being read. */
  interface Account {
    AppCredentials app();

    /** Returns a valid access token and refreshes it if necessary. */
    String accessToken();

    /** Reports a 401, so that the next {@link #accessToken} returns a refreshed token. */
    void tokenRejected(String accessToken);

    /** Waits for permits for the given number of calls; every provider call needs one. */
    void acquirePermits(int calls);

    /** Releases the permits after the calls have been answered or abandoned. */
    default void releasePermits() {}

    /** Reports to the throttle that the provider requested a pause. */
    void backOff(java.time.Duration pause);

    java.util.UUID userId();

    /** Returns the provider's user ID; empty if unknown. */
    default Optional<String> externalUserId() {
      return Optional.empty();
    }

    /** Returns the time at which the connection was first made; stable across re-links. */
    Instant connectedAt();

    /** Returns the granted scopes; null if the provider has none. */
    List<String> scopes();

    /** Returns the user's fallback time zone, or null. */
    ZoneId fallbackZone();

    /** Returns the user's fallback birth date, or null. */
    LocalDate fallbackBirthDate();

    /** Returns the birth date of the user's profile, or otherwise the fallback; may be null. */
    default LocalDate birthDate() {
      return fallbackBirthDate();
    }

    /** Returns the account state kept by the adapter. */
    ObjectNode state();

    /** Merges fields into the stored account state; must not contain secrets. */
    void updateState(ObjectNode patch);
  }
}
