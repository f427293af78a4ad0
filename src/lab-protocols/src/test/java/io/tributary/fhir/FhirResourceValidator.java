package io.tributary.fhir;

import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.ResultSeverityEnum;
import ca.uhn.fhir.validation.SingleValidationMessage;
import ca.uhn.fhir.validation.ValidationResult;
import java.util.List;
import java.util.Optional;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.PrePopulatedValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.UnknownCodeSystemWarningValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;

/**
 * HAPI FHIR validator with the R4 definitions from its jars, without network access. It validates
 * vital signs against their profiles and Tributary's codes against the served code system. LOINC is
 * not included, so its codes only produce a warning.
 */
public final class FhirResourceValidator {
  private final FhirValidator validator;

  /**
   * @param codes the code system resource that the service serves
   */
  public FhirResourceValidator(String codes) {
    this(Optional.of(codes));
  }

  /** Returns a validator for resources without Tributary's own codes. */
  public static FhirResourceValidator withoutOwnCodes() {
    return new FhirResourceValidator(Optional.empty());
  }

  private FhirResourceValidator(Optional<String> codes) {
    FhirContext context = FhirContext.forR4();
    PrePopulatedValidationSupport own = new PrePopulatedValidationSupport(context);
    codes.ifPresent(c -> own.addCodeSystem(context.newJsonParser().parseResource(c)));
    FhirInstanceValidator instances =
        new FhirInstanceValidator(
            new ValidationSupportChain(
                new DefaultProfileValidationSupport(context),
                own,
                new CommonCodeSystemsTerminologyService(context),
                new InMemoryTerminologyServerValidationSupport(context),
                new UnknownCodeSystemWarningValidationSupport(context)));
    validator = context.newValidator().registerValidatorModule(instances);
  }

  /** Returns the errors of a resource, without warnings. */
  public List<String> errors(String resource) {
    ValidationResult result = validator.validateWithResult(resource);
    return result.getMessages().stream()
        .filter(m -> m.getSeverity().compareTo(ResultSeverityEnum.ERROR) >= 0)
        .map(FhirResourceValidator::text)
        .distinct()
        .toList();
  }

  private static String text(SingleValidationMessage m) {
    return m.getLocationString() + ": " + m.getMessage();
  }
}
