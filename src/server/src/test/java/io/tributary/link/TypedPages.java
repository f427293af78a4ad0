package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.portal.Browser;
import io.tributary.provider.ProviderException;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The pages on which something is typed; {@link HostedLinkTest} runs them. */
interface TypedPages {
  LinkVisitor visitor();

  @Test
  default void aPasswordIsTypedOnceMoreUntilItIsRightThenTheCode() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    String login = hosted.patient("right", false, "123456");
    HostedLink.Link link = hosted.link();
    visitor.open(link.of(HostedLink.LIBRE).toApp(false, false));
    browser.sees("Sign in to Abbott LibreView");
    visitor.fine("password");
    visitor.signIn(login, "wrong");
    browser.sees("does not accept this sign-in");
    visitor.toldAt("password");
    assertEquals(login, browser.field("User name or e-mail address").getDomProperty("value"));
    assertEquals("", browser.field("Password").getDomProperty("value"));
    visitor.failed(LinkError.PROVIDER_CREDENTIAL_ERROR);
    browser.fill("Password", "right");
    browser.press(Keys.ENTER);
    browser.sees("has sent a code by e-mail to m***@example.com");
    visitor.fine("code");
    int before = hosted.signIns();
    browser.driver().navigate().refresh();
    browser.sees("m***@example.com");
    assertEquals(before, hosted.signIns(), "no second sign-in and no second code");
    browser.fill("Code", "000000");
    browser.press(Keys.ENTER);
    browser.sees("This is not the right code");
    visitor.toldAt("mfa_code");
    visitor.failed(LinkError.INCORRECT_MFA_CODE);
    browser.fill("Code", "123456");
    browser.press(Keys.ENTER);
    browser.sees("visit=7&state=success");
    assertEquals(List.of(HostedLink.LIBRE), hosted.connected(link.user()));
  }

  @Test
  default void aPasswordFailsInItsOwnWays() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    String expired = hosted.patient("right", true, "");
    HostedLink.Link link = hosted.link().of(HostedLink.LIBRE);
    visitor.open(link);
    visitor.signIn(expired, "right");
    // The page of before has the focus in a field until the answer is there.
    browser.sees("For support: " + LinkError.PROVIDER_PASSWORD_EXPIRED.wire());
    visitor.toldAt("password");
    visitor.failed(LinkError.PROVIDER_PASSWORD_EXPIRED);
    visitor.open(link.toApp(true, false));
    visitor.signIn(expired, "right");
    browser.sees("visit=7&state=error&error_type=provider_password_expired");
    visitor.open(hosted.link(link.user()).of(HostedLink.HELD));
    hosted.vendor.answers = Future.failedFuture(new ProviderException.Unavailable("away"));
    try {
      visitor.signIn("maria", "right");
      visitor.failed(LinkError.PROVIDER_API_ERROR);
    } finally {
      hosted.vendor.answers = Future.succeededFuture();
    }
    visitor.open(hosted.link().of(HostedLink.KEY));
    browser.sees("Sign in to MyFitnessPal");
    browser.field("Diary key");
    assertEquals(List.of(), hosted.connected(link.user()));
  }

  @Test
  default void afterTheLastWrongCodeTheSignInBeginsAnew() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    String login = hosted.account("right", false, "123456");
    visitor.open(hosted.link().of(HostedLink.HELD));
    visitor.signIn(login, "right");
    for (int i = 0; i < PasswordLinkFlow.MAX_CODE_ATTEMPTS; i++) {
      browser.fill("Code", "00000" + i);
      browser.turns(() -> browser.press(Keys.ENTER));
      browser.sees("This is not the right code");
    }
    visitor.fine("last wrong code");
    browser.click("Try again");
    browser.field("Password");
  }

  @Test
  default void anAddressIsLookedForInItsRegion() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    HostedLink.Link link = hosted.link().of(HostedLink.EMAIL);
    visitor.open(link);
    browser.sees("Country or region of the account");
    assertEquals("us", browser.field("Country or region of the account").getDomProperty("value"));
    assertEquals(49L, browser.run("return document.getElementById('region').options.length"));
    visitor.fine("e-mail");
    String address = hosted.shared();
    browser.fill("E-mail address of the account", address);
    browser.field("Country or region of the account").sendKeys("Germany");
    browser.click("Connect");
    browser.sees("cannot be connected in this region");
    visitor.toldAt("region");
    assertEquals("de", browser.field("Country or region of the account").getDomProperty("value"));
    visitor.failed(LinkError.UNSUPPORTED_REGION);
    browser.field("Country or region of the account").sendKeys("United States");
    browser.fill("E-mail address of the account", "nobody@example.com");
    browser.click("Connect");
    visitor.failed(LinkError.PROVIDER_CREDENTIAL_ERROR);
    visitor.toldAt("email");
    browser.fill("E-mail address of the account", address);
    browser.click("Connect");
    browser.sees("Freestyle Libre is connected");
    assertEquals(List.of(HostedLink.EMAIL), hosted.connected(link.user()));
  }

  @Test
  default void whoeverWaitsHearsOfItAndMaySubmitOnce() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    String login = hosted.account("right", false, "");
    visitor.open(hosted.link().of(HostedLink.HELD));
    browser.fill("User name or e-mail address", login);
    browser.fill("Password", "right");
    int before = hosted.signIns();
    Map<?, ?> busy =
        (Map<?, ?>)
            browser.run(
                "const b = document.getElementById('busy');"
                    + "const button = document.querySelector('button');"
                    + "button.click(); button.click();"
                    + "return {role: b.role, text: b.textContent}");
    assertEquals("status", busy.get("role"));
    assertEquals("Signing in to Zwift. This can take up to a minute.", busy.get("text"));
    browser.sees("Zwift is connected");
    assertEquals(before + 1, hosted.signIns());
  }

  @Test
  default void keysAreEnough() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    String login = hosted.account("right", false, "");
    HostedLink.Link link = hosted.link();
    visitor.open(link);
    browser.tabTo("Close");
    browser.tabTo("Search by name or kind");
    browser.press("mattress");
    browser.sees("1 provider");
    browser.tabTo("8Sleep Mattress covers that follow the night");
    browser.press(Keys.ENTER);
    browser.tabTo("All providers");
    browser.tabTo("User name or e-mail address");
    browser.press(login, Keys.TAB, "right", Keys.TAB, Keys.SPACE);
    browser.sees("8Sleep is connected");
    assertEquals(List.of("eight_sleep"), hosted.connected(link.user()));
    // A step back does not sign in again.
    int before = hosted.signIns();
    browser.driver().navigate().back();
    visitor.signIn(login, "right");
    browser.sees("8Sleep is connected");
    assertEquals(before, hosted.signIns());
  }

  @Test
  default void nothingNeedsAScript() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    visitor.script(false);
    try {
      HostedLink.Link link = hosted.link().toApp(false, false);
      visitor.open(link);
      browser.sees("9 providers");
      browser.fill("Search by name or kind", "treads");
      browser.click("Search");
      browser.sees("1 provider");
      browser.named("Peloton Workouts on bikes, treads and rowers").click();
      String login = hosted.account("right", false, "42");
      visitor.signIn(login, "wrong");
      browser.sees("does not accept this sign-in");
      assertEquals("problem", browser.focused().getDomAttribute("id"));
      visitor.signIn(login, "right");
      browser.fill("Code", "42");
      browser.click("Connect");
      browser.sees("visit=7&state=success");
      assertEquals(List.of("peloton"), hosted.connected(link.user()));
    } finally {
      visitor.script(true);
    }
  }
}
