package io.tributary.connection;

import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A provider with scripted answers, one for each call; further calls succeed. */
final class ScriptedProvider implements OAuth, Adapter {
  final List<String> calls = new CopyOnWriteArrayList<>();
  final List<ProviderException> revocations = new CopyOnWriteArrayList<>();
  final List<ProviderException> refreshes = new CopyOnWriteArrayList<>();
  volatile Runnable refreshAnswers = () -> {};
  volatile Runnable revocationAnswers = () -> {};

  @Override
  public void revoke(AppCredentials app, Session s) {
    calls.add(
        "revoke "
            + s.tokens().access()
            + " of "
            + s.externalUserId().orElse("nobody")
            + s.state().path("region").asText(""));
    revocationAnswers.run();
    if (!revocations.isEmpty()) {
      throw revocations.removeFirst();
    }
  }

  @Override
  public Tokens refresh(AppCredentials app, Session s) {
    calls.add("refresh " + s.tokens().refresh());
    if (!refreshes.isEmpty()) {
      throw refreshes.removeFirst();
    }
    refreshAnswers.run();
    return new Tokens(s.tokens().access() + "+", s.tokens().refresh() + "+", null);
  }

  @Override
  public String authorizeUrl(AppCredentials app, Start start) {
    throw new AssertionError("not asked for");
  }

  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    throw new AssertionError("not asked for");
  }

  @Override
  public Descriptor descriptor() {
    return Descriptor.of("oura", "Oura").build();
  }

  @Override
  public Optional<OAuth> oauth() {
    return Optional.of(this);
  }
}
