package io.tributary.provider;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Manages notification subscriptions at a provider. Calls block their virtual thread and fail with
 * {@link ProviderException}; each must be idempotent.
 */
public interface SubscriptionClient {
  /** Scope of a subscription: all users of an application, or a single connection. */
  enum Level {
    APP,
    CONNECTION
  }

  Level level();

  /** Returns the subscriptions to create, by stable names that are stored. */
  List<String> subscriptionNames(AppCredentials app);

  /** Finds or creates the subscription. */
  ProviderSubscription ensure(SubscriptionRequest request);

  /** Extends the subscription. */
  default ProviderSubscription renew(SubscriptionRequest request, ProviderSubscription before) {
    return ensure(request);
  }

  /** Returns whether the subscription still exists at the provider; checked once a day. */
  default boolean exists(SubscriptionRequest request, ProviderSubscription made) {
    return true;
  }

  /** Removes the subscription; succeeds if it no longer exists. */
  void remove(SubscriptionRequest request, ProviderSubscription made);

  /**
   * @param session session of the connection; empty for a subscription of the application
   * @param name stable name of the subscription
   * @param callbackUrl notification URL, including its secret
   * @param urlSecret secret part of the URL, for providers that send a token along
   * @param ownedByOtherApp tests whether a URL belongs to another application of this installation,
   *     whose subscription must be neither removed nor moved
   */
  record SubscriptionRequest(
      AppCredentials app,
      Optional<OAuth.Session> session,
      String name,
      String callbackUrl,
      String urlSecret,
      Predicate<String> ownedByOtherApp) {
    /** Creates a request for an installation without other applications. */
    public SubscriptionRequest(
        AppCredentials app,
        Optional<OAuth.Session> session,
        String kind,
        String callbackUrl,
        String hookSecret) {
      this(app, session, kind, callbackUrl, hookSecret, url -> false);
    }

    /**
     * Fails if the existing subscription at the provider points to another application of this
     * installation.
     */
    public void requireNotOwnedByOtherApp(String url) {
      if (url != null && ownedByOtherApp.test(url)) {
        throw new ProviderException.Rejected(
            "the subscription belongs to another application of this installation");
      }
    }

    @Override
    public String toString() {
      return "Request[" + app.provider() + ", " + name + ", ***]";
    }
  }

  /**
   * @param remoteId the provider's subscription ID; may be empty
   * @param secret signing secret, if the provider returns one
   * @param expiresAt time at which it expires
   */
  record ProviderSubscription(
      String remoteId, Optional<String> secret, Optional<Instant> expiresAt) {
    @Override
    public String toString() {
      return "Made[" + remoteId + ", ***]";
    }
  }
}
