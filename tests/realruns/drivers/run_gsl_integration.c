/* Integrals without and with adaptive subdivision, and a fixed Gauss-Legendre rule. */
#include <stdio.h>
#include <math.h>
#include <gsl/gsl_integration.h>

static double wave(double x, void *parameters)
{
    return cos(*(double *)parameters * x);
}

int main(void)
{
    int n, i;
    double value, error, sum = 0.0, frequency;
    size_t calls;
    gsl_function f;
    gsl_integration_workspace *work;
    gsl_integration_glfixed_table *table;

    scanf("%d", &n);
    f.function = wave;
    f.params = &frequency;
    work = gsl_integration_workspace_alloc(100);
    table = gsl_integration_glfixed_table_alloc(n + 1);
    for (i = 0; i < n; i++) {
        frequency = 0.3 + i;
        gsl_integration_qng(&f, 0.0, 1.0, 1e-6, 1e-6, &value, &error, &calls);
        sum += value;
        gsl_integration_qag(&f, 0.0, 1.0, 1e-9, 1e-9, 100, GSL_INTEG_GAUSS21, work, &value, &error);
        sum += value;
        gsl_integration_qags(&f, 0.0, 1.0, 1e-9, 1e-9, 100, work, &value, &error);
        sum += value;
        sum += gsl_integration_glfixed(&f, 0.0, 1.0, table);
    }
    printf("%g\n", sum);
    return 0;
}
