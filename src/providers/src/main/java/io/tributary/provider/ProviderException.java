package io.tributary.provider;

import java.time.Duration;

/**
 * What can go wrong with a provider, sorted by what to do about it. Texts hold no health data and
 * no secrets.
 */
public abstract sealed class ProviderException extends RuntimeException {
  private ProviderException(String message) {
    super(message, null, false, false);
  }

  /** 429: wait, it never counts as a failure. */
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
   * No call was made: leave is given by another node, which this one has no way to ask. Work that
   * can wait is done there.
   */
  public static final class OutOfReach extends RateLimited {
    public OutOfReach(Duration wait) {
      super(wait);
    }
  }

  /** 5xx, or an answer that cannot be read: try again later. */
  public static sealed class Unavailable extends ProviderException permits LeftAlone {
    public Unavailable(String message) {
      super(message);
    }
  }

  /** No call was made: its host has failed too often and is left alone for a while. */
  public static final class LeftAlone extends Unavailable {
    public LeftAlone() {
      super("breaker open");
    }
  }

  /** No connection, lost connection, timeout: try again later. */
  public static final class Transport extends ProviderException {
    public Transport(String message) {
      super(message);
    }
  }

  /** 401 on data: the access token is not taken (any more). */
  public static final class Unauthorised extends ProviderException {
    public Unauthorised() {
      super("access token refused");
    }
  }

  /** The refresh token or code was refused: terminal for the connection. */
  public static final class TokenRefused extends ProviderException {
    public TokenRefused(String message) {
      super(message);
    }
  }

  /** A resource's scope is missing: the resource is unavailable, the connection stays. */
  public static final class ScopeMissing extends ProviderException {
    public ScopeMissing() {
      super("scope missing");
    }
  }

  /**
   * The account is gone or access was withdrawn: terminal. {@code errorType} as in wearables.md §3.
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

  /** The provider refuses what we ask and would refuse it again. */
  public static final class Rejected extends ProviderException {
    public Rejected(String message) {
      super(message);
    }
  }

  /** The application's credentials are refused: nothing of this user is wrong. */
  public static final class AppRefused extends ProviderException {
    public AppRefused(String message) {
      super(message);
    }
  }
}
