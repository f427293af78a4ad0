package io.tributary.provider;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How a provider is asked to push. Calls block their virtual thread and fail with {@link
 * ProviderFault}; each may be made twice.
 */
public interface SubscriptionClient {
  /** Whether one subscription serves all users of an application or each has its own. */
  enum Level {
    APP,
    CONNECTION
  }

  Level level();

  /** What to subscribe to: stable names, which are stored. */
  List<String> wanted(AppCredentials app);

  /** Finds the subscription or makes it. */
  Made ensure(Request request);

  /** Makes it live longer. */
  default Made renew(Request request, Made before) {
    return ensure(request);
  }

  /** Whether it still lives at the provider; asked once a day. */
  default boolean lives(Request request, Made made) {
    return true;
  }

  /** Ends it; one that is not there any more is ended. */
  void remove(Request request, Made made);

  /**
   * @param session of the connection; empty for one of the application
   * @param kind one of {@link #wanted}
   * @param callbackUrl where pushes shall go, with its secret
   * @param hookSecret the secret part of it, where the provider wants a word to send along
   * @param taken whether an address is that of another application of this installation, so that
   *     what leads there is neither ended nor moved
   */
  record Request(
      AppCredentials app,
      Optional<OAuth.Session> session,
      String kind,
      String callbackUrl,
      String hookSecret,
      Predicate<String> taken) {
    /** Where there is no other application. */
    public Request(
        AppCredentials app,
        Optional<OAuth.Session> session,
        String kind,
        String callbackUrl,
        String hookSecret) {
      this(app, session, kind, callbackUrl, hookSecret, url -> false);
    }

    /** Fails when what is there at the provider leads to another application of ours. */
    public void leaves(String url) {
      if (url != null && taken.test(url)) {
        throw new ProviderException.Rejected(
            "another application of this installation has the subscription");
      }
    }

    @Override
    public String toString() {
      return "Request[" + app.provider() + ", " + kind + ", ***]";
    }
  }

  /**
   * @param remoteId the provider's id of the subscription; may be empty
   * @param secret what it signs with, where it tells one
   * @param expiresAt when it ends by itself
   */
  record Made(String remoteId, Optional<String> secret, Optional<Instant> expiresAt) {
    @Override
    public String toString() {
      return "Made[" + remoteId + ", ***]";
    }
  }
}
