package io.tributary.pull;

import io.tributary.connection.ConnectionEnded;
import io.tributary.core.ServiceException;
import io.tributary.db.SqlErrors;
import io.tributary.provider.ProviderException;
import java.time.Duration;

/** Decision about work that failed. The error names are those of the historical pull status. */
public sealed interface FailureDecision {
  /**
   * The work is worth another attempt.
   *
   * @param pause wait that the provider requested; null for the configured waits
   * @param countsAsAttempt true when this uses up an attempt
   */
  record Retry(String error, Duration pause, boolean countsAsAttempt) implements FailureDecision {}

  /** The work fails for good. The connection stays. */
  record Fail(String error) implements FailureDecision {}

  /** Unexpected error of this service. */
  Fail UNEXPECTED = new Fail("unexpected_error");

  /** The connection has ended. */
  record Terminal(String errorType, String message) implements FailureDecision {}

  /** Work that did not fail but may not continue now. It returns to its queue. */
  record Requeue(Duration pause) implements FailureDecision {}

  /** The claim or the link is no longer valid, so nothing may be written. */
  record Lost() implements FailureDecision {}

  /** Thrown by work whose claim is no longer valid. */
  final class ClaimLost extends RuntimeException {
    ClaimLost() {
      super("claim lost", null, false, false);
    }
  }

  static FailureDecision classify(RuntimeException e) {
    return switch (e) {
      case ProviderException fault -> classify(fault);
      case PermitDenied gate -> new Requeue(gate.retryAfter());
      case ClaimLost lost -> new Lost();
      case ConnectionEnded gone -> new Fail("non_retriable_error");
      case ServiceException r when r.reason() == ServiceException.Reason.UNAVAILABLE ->
          contention();
      case RuntimeException other when SqlErrors.isContention(other) -> contention();
      default -> UNEXPECTED;
    };
  }

  private static FailureDecision classify(ProviderException fault) {
    return switch (fault) {
      case ProviderException.RateLimited limited ->
          new Retry("provider_rate_limit_exceeded", limited.retryAfter(), false);
      // The operator must fix a refused application; the pull continues afterwards.
      case ProviderException.Unavailable u -> new Retry("provider_unavailable", null, true);
      case ProviderException.AppCredentialsRejected a ->
          new Retry("provider_unavailable", null, true);
      case ProviderException.Unauthorized u -> new Retry("provider_unavailable", null, true);
      case ProviderException.Transport t -> new Retry("transport_failure", null, true);
      case ProviderException.TokenRejected t ->
          new Terminal("token_refresh_failed", "the provider rejected the token refresh");
      case ProviderException.AccountRevoked gone ->
          new Terminal(gone.errorType(), gone.getMessage());
      case ProviderException.ScopeMissing s -> new Fail("non_retriable_error");
      case ProviderException.Rejected r -> new Fail("non_retriable_error");
    };
  }

  private static FailureDecision contention() {
    return new Retry("resource_contention", null, true);
  }
}
