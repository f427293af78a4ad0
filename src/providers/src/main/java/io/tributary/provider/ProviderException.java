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
  public static sealed class RateLimited extends ProviderException permits OutOfReach {
    private final Duration wait;

    public RateLimited(Duration wait) {
      super("rate limited");
      this.wait = wait;
    }

    public Duration waitFor() {
      return wait;
    }
  }

  /**
   * No call was made: another node grants the permits and this node cannot reach it. Work that can
   * wait runs there.
   */
  public static final class OutOfReach extends RateLimited {
    public OutOfReach(Duration wait) {
      super(wait);
    }
  }

  /** The provider returned 5xx or an unreadable response: retry later. */
  public static sealed class Unavailable extends ProviderException permits LeftAlone {
    public Unavailable(String message) {
      super(message);
    }
  }

  /** No call was made: the circuit breaker of the host is open after too many failures. */
  public static final class LeftAlone extends Unavailable {
    public LeftAlone() {
      super("breaker open");
    }
  }

  /** The connection failed, broke or timed out: retry later. */
  public static final class Transport extends ProviderException {
    public Transport(String message) {
      super(message);
    }
  }

  /** The provider returned 401 to a data request: the access token is not valid (anymore). */
  public static final class Unauthorised extends ProviderException {
    public Unauthorised() {
      super("access token refused");
    }
  }

  /** The provider refused the refresh token or code: terminal for the connection. */
  public static final class TokenRefused extends ProviderException {
    public TokenRefused(String message) {
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
  public static final class AccountGone extends ProviderException {
    private final String errorType;

    public AccountGone(String errorType, String message) {
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
  public static final class AppRefused extends ProviderException {
    public AppRefused(String message) {
      super(message);
    }
  }
}
