package io.tributary.pull;

import io.tributary.connection.ConnectionEnded;
import io.tributary.core.ServiceException;
import io.tributary.db.SqlErrors;
import io.tributary.provider.ProviderException;
import java.time.Duration;

/** What a failure means for the work it ended; names as in wearables-providers.md §3. */
public sealed interface FailureDecision {
  /**
   * Worth another try.
   *
   * @param pause as the provider says; null = the usual waits
   * @param counts whether it uses up a try
   */
  record Retry(String error, Duration pause, boolean counts) implements FailureDecision {}

  /** Another try would fail as well; the connection stays. */
  record Fail(String error) implements FailureDecision {}

  /** A fault of ours. */
  Fail UNEXPECTED = new Fail("unexpected_error");

  /** The connection has ended. */
  record Terminal(String errorType, String message) implements FailureDecision {}

  /** Nothing failed: the work was not allowed to go on now. */
  record PutBack(Duration pause) implements FailureDecision {}

  /** The claim or the link is somebody else's: no trace may be left. */
  record Lost() implements FailureDecision {}

  /** Thrown inside work whose claim has gone. */
  final class ClaimLost extends RuntimeException {
    ClaimLost() {
      super("claim lost", null, false, false);
    }
  }

  static FailureDecision of(RuntimeException e) {
    return switch (e) {
      case ProviderException fault -> of(fault);
      case PermitDenied gate -> new PutBack(gate.waitFor());
      case ClaimLost lost -> new Lost();
      case ConnectionEnded gone -> new Fail("non_retriable_error");
      case ServiceException r when r.reason() == ServiceException.Reason.UNAVAILABLE ->
          contention();
      case RuntimeException other when SqlErrors.contention(other) -> contention();
      default -> UNEXPECTED;
    };
  }

  private static FailureDecision of(ProviderException fault) {
    return switch (fault) {
      case ProviderException.RateLimited limited ->
          new Retry("provider_rate_limit_exceeded", limited.waitFor(), false);
      // An application that is refused is the operator's to mend; the pull goes on afterwards.
      case ProviderException.Unavailable u -> new Retry("provider_unavailable", null, true);
      case ProviderException.AppRefused a -> new Retry("provider_unavailable", null, true);
      case ProviderException.Unauthorised u -> new Retry("provider_unavailable", null, true);
      case ProviderException.Transport t -> new Retry("transport_failure", null, true);
      case ProviderException.TokenRefused t ->
          new Terminal("token_refresh_failed", "the provider refused to renew the access");
      case ProviderException.AccountGone gone -> new Terminal(gone.errorType(), gone.getMessage());
      case ProviderException.ScopeMissing s -> new Fail("non_retriable_error");
      case ProviderException.Rejected r -> new Fail("non_retriable_error");
    };
  }

  private static FailureDecision contention() {
    return new Retry("resource_contention", null, true);
  }
}
