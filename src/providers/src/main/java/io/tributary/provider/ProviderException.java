package io.tributary.provider;

import java.time.Duration;

/**
 * Failure of a provider call, classified by the required reaction. Messages contain no health data
 * and no secrets.
 */
public abstract sealed class ProviderException extends RuntimeException {
  private ProviderException(String message) {
    super(message, null, false, false);
  }

  /** The provider returned 429, or no permit was granted: wait. Never counts as a failure. */
  public static sealed class RateLimited extends ProviderException permits ThrottleUnreachable {
    private final Duration retryAfter;

    public RateLimited(Duration wait) {
      super("rate limited");
      this.retryAfter = wait;
    }

    public Duration retryAfter() {
      return retryAfter;
    }
  }

  /**
   * No call was made: another node grants the permits and this node cannot reach it. Work that can
   * wait runs there.
   */
  public static final class ThrottleUnreachable extends RateLimited {
    public ThrottleUnreachable(Duration wait) {
      super(wait);
    }
  }

  /** The provider returned 5xx or an unreadable response: retry later. */
  public static sealed class Unavailable extends ProviderException permits CircuitOpen {
    public Unavailable(String message) {
      super(message);
    }
  }

  /** No call was made: the circuit breaker of the host is open after too many failures. */
  public static final class CircuitOpen extends Unavailable {
    public CircuitOpen() {
      super("circuit breaker open");
    }
  }

  /** The connection failed, broke or timed out: retry later. */
  public static final class Transport extends ProviderException {
    public Transport(String message) {
      super(message);
    }
  }

  /** The provider returned 401 to a data request: the access token is not valid (anymore). */
  public static final class Unauthorized extends ProviderException {
    public Unauthorized() {
      super("access token rejected");
    }
  }

  /** The provider refused the refresh token or code: terminal for the connection. */
  public static final class TokenRejected extends ProviderException {
    public TokenRejected(String message) {
      super(message);
    }
  }

  /** A scope of the resource is missing: the resource is unavailable, the connection stays. */
  public static final class ScopeMissing extends ProviderException {
    public ScopeMissing() {
      super("scope missing");
    }
  }

  /**
   * The account no longer exists or access was withdrawn: terminal. {@code errorType} is the API's
   * error type.
   */
  public static final class AccountRevoked extends ProviderException {
    private final String errorType;

    public AccountRevoked(String errorType, String message) {
      super(message);
      this.errorType = errorType;
    }

    public String errorType() {
      return errorType;
    }
  }

  /** The provider rejects the request and would reject it again. */
  public static final class Rejected extends ProviderException {
    public Rejected(String message) {
      super(message);
    }
  }

  /** The provider refuses the application's credentials; the user's connection is not at fault. */
  public static final class AppCredentialsRejected extends ProviderException {
    public AppCredentialsRejected(String message) {
      super(message);
    }
  }
}
