package io.tributary.provider;

import java.util.Optional;

/** Code for one provider slug. All parts are stateless and thread-safe. */
public interface Adapter {
  Descriptor descriptor();

  /** Returns the OAuth part; every cloud provider has either this or the password sign-in. */
  default Optional<OAuth> oauth() {
    return Optional.empty();
  }

  /**
   * Returns the part that completes a sign-in with a second-factor code; empty if sign-ins never
   * require one.
   */
  default Optional<MfaCompleter> secondFactor() {
    return Optional.empty();
  }

  /** Returns the part that uses refresh tokens, also for connections that began with a password. */
  default Optional<? extends TokenRefreshClient> renewer() {
    return oauth();
  }

  /** Returns the sign-in part of providers that users link by password or e-mail. */
  default Optional<PasswordLogin> login() {
    return Optional.empty();
  }

  /** Returns the part that pulls data; empty if the provider only pushes. */
  default Optional<Puller> puller() {
    return Optional.empty();
  }

  /**
   * Returns the part that fetches the data named by a notification; empty if notifications only
   * name days, or if there are none.
   */
  default Optional<NotificationFetcher> fetcher() {
    return Optional.empty();
  }

  /** Returns the part that verifies and parses notifications; empty if the provider sends none. */
  default Optional<NotificationParser> inbound() {
    return Optional.empty();
  }

  /**
   * Returns the part that manages notification subscriptions; empty if they are set up manually or
   * do not exist.
   */
  default Optional<SubscriptionClient> subscriber() {
    return Optional.empty();
  }

  /** Returns the part that maps stored documents again; empty if documents are not stored. */
  default Optional<DocumentMapper> mapping() {
    return Optional.empty();
  }

  /** Returns name and version of the mapping from documents to records. */
  default String mappingVersion() {
    return mapping().map(DocumentMapper::version).orElseGet(() -> descriptor().slug() + "/1");
  }
}
