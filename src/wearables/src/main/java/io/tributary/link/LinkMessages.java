package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import io.tributary.provider.ProviderCatalog;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands on {@code link.command}. They carry tokens and never leave the process. */
sealed interface LinkMessages extends BusMessage.Local {
  /** Opens a session. The reply is {@link TokenMade}. */
  record CreateToken(LinkSessions.NewSession wanted) implements LinkMessages {}

  /** Lists the providers that can be linked with a token. The reply is {@link Offers}. */
  record ListOffers(String token) implements LinkMessages {}

  /** Starts an authorization. The reply is {@link OAuthBegun}. */
  record BeginOAuth(String token, String slug) implements LinkMessages {
    @Override
    public String toString() {
      return "BeginOAuth[" + slug + "]";
    }
  }

  /**
   * Completes an authorization after the redirect from the provider. The reply is {@link
   * Unrenewable}.
   */
  record FinishOAuth(String slug, String state, OAuthLinkFlow.CallbackParameters back)
      implements LinkMessages {
    @Override
    public String toString() {
      return "FinishOAuth[" + slug + "]";
    }
  }

  /** Signs in by password or e-mail address. The reply is {@link Ended}. */
  record SignIn(String token, String slug, PasswordLinkFlow.SignInInput typed)
      implements LinkMessages {
    @Override
    public String toString() {
      return "SignIn[" + slug + "]";
    }
  }

  /** Submits the second-factor code. The reply is {@link Ended}. */
  record CompleteMfa(String token, String slug, String code) implements LinkMessages {
    @Override
    public String toString() {
      return "CompleteMfa[" + slug + "]";
    }
  }

  /**
   * Reads the state that a hosted page shows. The reply is {@link Page}.
   *
   * @param slug the provider of the page, if it has one
   */
  record OpenPage(String token, Optional<String> slug) implements LinkMessages {
    @Override
    public String toString() {
      return "OpenPage[" + slug + "]";
    }
  }

  /** Creates a demo connection. The reply is {@code CompletedWorkout}. */
  record ConnectDemo(Tenant tenant, UUID user, String slug) implements LinkMessages {}

  record TokenMade(String linkToken, String linkWebUrl) implements BusMessage.Local {}

  record Offers(List<JsonNode> list) implements BusMessage.Local {}

  record OAuthBegun(String oauthUrl, JsonNode view) implements BusMessage.Local {}

  /**
   * Result of a link attempt.
   *
   * @param session empty when the token is not valid
   */
  record Ended(LinkResult result, Optional<UUID> session) implements BusMessage.Local {}

  /**
   * State that a hosted page shows.
   *
   * @param session empty when the token is not valid
   * @param error why the token cannot be used for a link any more
   * @param fixed the only provider that the token allows
   * @param offers available providers by name; at most the one of the page if the page is about a
   *     provider
   * @param waiting destination of the second-factor code that the provider of the page waits for
   * @param linked true when a consumed token has connected the provider of the page
   * @param back the customer's page, with the result
   * @param close the customer's page for a user who closes the page, if the token requests it
   */
  record Page(
      Optional<UUID> session,
      Optional<LinkError> error,
      LinkBrand brand,
      Optional<String> fixed,
      List<ProviderCatalog.Entry> offers,
      Optional<LinkResult.Mfa> waiting,
      boolean linked,
      Optional<String> back,
      Optional<String> close)
      implements BusMessage.Local {}
}
