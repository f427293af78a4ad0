package io.tributary.pull;

import io.tributary.connection.ConnectionGone;
import io.tributary.db.Faults;
import io.tributary.kernel.Refusal;
import io.tributary.provider.ProviderFault;
import java.time.Duration;

/** What a failure means for the work it ended; names as in wearables-providers.md §3. */
public sealed interface PullVerdict {
  /**
   * Worth another try.
   *
   * @param pause as the provider says; null = the usual waits
   * @param counts whether it uses up a try
   */
  record Retry(String error, Duration pause, boolean counts) implements PullVerdict {}

  /** Another try would fail as well; the connection stays. */
  record Fail(String error) implements PullVerdict {}

  /** A fault of ours. */
  Fail UNEXPECTED = new Fail("unexpected_error");

  /** The connection has ended. */
  record Terminal(String errorType, String message) implements PullVerdict {}

  /** Nothing failed: the work was not allowed to go on now. */
  record PutBack(Duration pause) implements PullVerdict {}

  /** The claim or the link is somebody else's: no trace may be left. */
  record Lost() implements PullVerdict {}

  /** Thrown inside work whose claim has gone. */
  final class ClaimLost extends RuntimeException {
    ClaimLost() {
      super("claim lost", null, false, false);
    }
  }

  static PullVerdict of(RuntimeException e) {
    return switch (e) {
      case ProviderFault fault -> of(fault);
      case GateClosed gate -> new PutBack(gate.waitFor());
      case ClaimLost lost -> new Lost();
      case ConnectionGone gone -> new Fail("non_retriable_error");
      case Refusal r when r.reason() == Refusal.Reason.UNAVAILABLE -> contention();
      case RuntimeException other when Faults.contention(other) -> contention();
      default -> UNEXPECTED;
    };
  }

  private static PullVerdict of(ProviderFault fault) {
    return switch (fault) {
      case ProviderFault.RateLimited limited ->
          new Retry("provider_rate_limit_exceeded", limited.waitFor(), false);
      // An application that is refused is the operator's to mend; the pull goes on afterwards.
      case ProviderFault.Unavailable u -> new Retry("provider_unavailable", null, true);
      case ProviderFault.AppRefused a -> new Retry("provider_unavailable", null, true);
      case ProviderFault.Unauthorised u -> new Retry("provider_unavailable", null, true);
      case ProviderFault.Transport t -> new Retry("transport_failure", null, true);
      case ProviderFault.TokenRefused t ->
          new Terminal("token_refresh_failed", "the provider refused to renew the access");
      case ProviderFault.AccountGone gone -> new Terminal(gone.errorType(), gone.getMessage());
      case ProviderFault.ScopeMissing s -> new Fail("non_retriable_error");
      case ProviderFault.Rejected r -> new Fail("non_retriable_error");
    };
  }

  private static PullVerdict contention() {
    return new Retry("resource_contention", null, true);
  }
}
