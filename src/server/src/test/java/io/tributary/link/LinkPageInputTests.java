package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.portal.TestBrowser;
import io.tributary.provider.ProviderException;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Hosted pages with user input; run by {@link HostedLinkTest}. */
interface LinkPageInputTests {
  LinkVisitor visitor();

  @Test
  default void aPasswordIsTypedOnceMoreUntilItIsRightThenTheCode() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    String login = hosted.createPatient("right", false, "123456");
    HostedLinkFixture.LinkRequest link = hosted.link();
    visitor.open(link.of(HostedLinkFixture.LIBRE).toApp(false, false));
    browser.assertVisible("Sign in to Abbott LibreView");
    visitor.assertAccessible("password");
    visitor.signIn(login, "wrong");
    browser.assertVisible("rejected your sign-in");
    visitor.assertErrorAt("password");
    assertEquals(login, browser.field("Username or email address").getDomProperty("value"));
    assertEquals("", browser.field("Password").getDomProperty("value"));
    visitor.failed(LinkError.PROVIDER_CREDENTIAL_ERROR);
    browser.fill("Password", "right");
    browser.press(Keys.ENTER);
    browser.assertVisible("sent a code by email to m***@example.com");
    visitor.assertAccessible("code");
    int before = hosted.signIns();
    browser.driver().navigate().refresh();
    browser.assertVisible("m***@example.com");
    assertEquals(before, hosted.signIns(), "no second sign-in and no second code");
    browser.fill("Code", "000000");
    browser.press(Keys.ENTER);
    browser.assertVisible("The code is incorrect");
    visitor.assertErrorAt("mfa_code");
    visitor.failed(LinkError.INCORRECT_MFA_CODE);
    browser.fill("Code", "123456");
    browser.press(Keys.ENTER);
    browser.assertVisible("visit=7&state=success");
    assertEquals(List.of(HostedLinkFixture.LIBRE), hosted.connectedSlugs(link.user()));
  }

  @Test
  default void aPasswordFailsInItsOwnWays() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    String expired = hosted.createPatient("right", true, "");
    HostedLinkFixture.LinkRequest link = hosted.link().of(HostedLinkFixture.LIBRE);
    visitor.open(link);
    visitor.signIn(expired, "right");
    // The previous page keeps the focus in a field until the response arrives.
    browser.assertVisible("For support: " + LinkError.PROVIDER_PASSWORD_EXPIRED.wire());
    visitor.assertErrorAt("password");
    visitor.failed(LinkError.PROVIDER_PASSWORD_EXPIRED);
    visitor.open(link.toApp(true, false));
    visitor.signIn(expired, "right");
    browser.assertVisible("visit=7&state=error&error_type=provider_password_expired");
    visitor.open(hosted.link(link.user()).of(HostedLinkFixture.HELD));
    hosted.vendor.available = Future.failedFuture(new ProviderException.Unavailable("away"));
    try {
      visitor.signIn("maria", "right");
      visitor.failed(LinkError.PROVIDER_API_ERROR);
    } finally {
      hosted.vendor.available = Future.succeededFuture();
    }
    visitor.open(hosted.link().of(HostedLinkFixture.KEY));
    browser.assertVisible("Sign in to MyFitnessPal");
    browser.field("Diary key");
    assertEquals(List.of(), hosted.connectedSlugs(link.user()));
  }

  @Test
  default void afterTheLastWrongCodeTheSignInBeginsAnew() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    String login = hosted.createAccount("right", false, "123456");
    visitor.open(hosted.link().of(HostedLinkFixture.HELD));
    visitor.signIn(login, "right");
    for (int i = 0; i < PasswordLinkFlow.MAX_CODE_ATTEMPTS; i++) {
      browser.fill("Code", "00000" + i);
      browser.awaitNewPage(() -> browser.press(Keys.ENTER));
      browser.assertVisible("The code is incorrect");
    }
    visitor.assertAccessible("last wrong code");
    browser.click("Try again");
    browser.field("Password");
  }

  @Test
  default void anAddressIsLookedForInItsRegion() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    HostedLinkFixture.LinkRequest link = hosted.link().of(HostedLinkFixture.EMAIL);
    visitor.open(link);
    browser.assertVisible("Account country or region");
    assertEquals("us", browser.field("Account country or region").getDomProperty("value"));
    assertEquals(49L, browser.run("return document.getElementById('region').options.length"));
    visitor.assertAccessible("email");
    String address = hosted.createSharingPatient();
    browser.fill("Account email address", address);
    browser.field("Account country or region").sendKeys("Germany");
    browser.click("Connect");
    browser.assertVisible("is not available in this region");
    visitor.assertErrorAt("region");
    assertEquals("de", browser.field("Account country or region").getDomProperty("value"));
    visitor.failed(LinkError.UNSUPPORTED_REGION);
    browser.field("Account country or region").sendKeys("United States");
    browser.fill("Account email address", "nobody@example.com");
    browser.click("Connect");
    visitor.failed(LinkError.PROVIDER_CREDENTIAL_ERROR);
    visitor.assertErrorAt("email");
    browser.fill("Account email address", address);
    browser.click("Connect");
    browser.assertVisible("Freestyle Libre is connected");
    assertEquals(List.of(HostedLinkFixture.EMAIL), hosted.connectedSlugs(link.user()));
  }

  @Test
  default void whoeverWaitsHearsOfItAndMaySubmitOnce() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    String login = hosted.createAccount("right", false, "");
    visitor.open(hosted.link().of(HostedLinkFixture.HELD));
    browser.fill("Username or email address", login);
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
    browser.assertVisible("Zwift is connected");
    assertEquals(before + 1, hosted.signIns());
  }

  @Test
  default void keysAreEnough() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    String login = hosted.createAccount("right", false, "");
    HostedLinkFixture.LinkRequest link = hosted.link();
    visitor.open(link);
    browser.tabTo("Close");
    browser.tabTo("Search by name or type");
    browser.press("mattress");
    browser.assertVisible("1 provider");
    browser.tabTo("8Sleep Mattress covers that track sleep");
    browser.press(Keys.ENTER);
    browser.tabTo("All providers");
    browser.tabTo("Username or email address");
    browser.press(login, Keys.TAB, "right", Keys.TAB, Keys.SPACE);
    browser.assertVisible("8Sleep is connected");
    assertEquals(List.of("eight_sleep"), hosted.connectedSlugs(link.user()));
    // Going back does not sign in again.
    int before = hosted.signIns();
    browser.driver().navigate().back();
    visitor.signIn(login, "right");
    browser.assertVisible("8Sleep is connected");
    assertEquals(before, hosted.signIns());
  }

  @Test
  default void nothingNeedsAScript() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    visitor.script(false);
    try {
      HostedLinkFixture.LinkRequest link = hosted.link().toApp(false, false);
      visitor.open(link);
      browser.assertVisible("9 providers");
      browser.fill("Search by name or type", "treads");
      browser.click("Search");
      browser.assertVisible("1 provider");
      browser.buttonOrLink("Peloton Workouts on bikes, treads and rowers").click();
      String login = hosted.createAccount("right", false, "42");
      visitor.signIn(login, "wrong");
      browser.assertVisible("rejected your sign-in");
      assertEquals("error-summary", browser.focused().getDomAttribute("id"));
      visitor.signIn(login, "right");
      browser.fill("Code", "42");
      browser.click("Connect");
      browser.assertVisible("visit=7&state=success");
      assertEquals(List.of("peloton"), hosted.connectedSlugs(link.user()));
    } finally {
      visitor.script(true);
    }
  }
}
