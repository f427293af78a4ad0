package io.tributary.provider;

import java.util.Optional;

/** The code behind one slug. Its parts are stateless and may run on many threads. */
public interface Adapter {
  Descriptor descriptor();

  /** Present for OAuth providers; either this or {@link #login} for every cloud provider. */
  default Optional<OAuth> oauth() {
    return Optional.empty();
  }

  /** How a code is taken; empty where a sign-in never waits for one. */
  default Optional<MfaCompleter> secondFactor() {
    return Optional.empty();
  }

  /** How a refresh token is used: also where it renews what a password began. */
  default Optional<? extends TokenRefreshClient> renewer() {
    return oauth();
  }

  /** Present for providers that users sign in to by password or e-mail. */
  default Optional<PasswordLogin> login() {
    return Optional.empty();
  }

  /** How it is asked for data; empty where all of it comes by itself. */
  default Optional<Puller> puller() {
    return Optional.empty();
  }

  /** How what a push names is read; empty when its pushes tell of days, or it sends none. */
  default Optional<NotificationFetcher> fetcher() {
    return Optional.empty();
  }

  /** How its pushes are read; empty when it sends none. */
  default Optional<NotificationParser> inbound() {
    return Optional.empty();
  }

  /** How it is asked to push; empty when somebody sets that up by hand, or it never pushes. */
  default Optional<SubscriptionClient> subscriber() {
    return Optional.empty();
  }

  /** How documents that were kept are mapped again; empty when its documents are not kept. */
  default Optional<DocumentMapper> mapping() {
    return Optional.empty();
  }

  /** Name and version of what turns its documents into records. */
  default String mappingVersion() {
    return mapping().map(DocumentMapper::version).orElseGet(() -> descriptor().slug() + "/1");
  }
}
